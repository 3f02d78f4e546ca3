"""The stage: brings pictures, boxes and gates of the same frame together on the view."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from review.core.arrays import Array
from ui.case_thread import Marks
from ui.desk import Desk
from ui.looking import look_words
from ui.player.boxes import boxes_at
from ui.player.decode import Picture
from ui.player.overlay import Cast
from ui.player.rink_map import MapView, map_at, rink_shown
from ui.player.view import PictureView
from ui.session import Session
from ui.words import t

__all__ = ["Stage"]


class Stage(QObject):
    """Feeds one `PictureView` from the desk. `gate_drawn` brings the points of a gate, in picture px."""

    gate_drawn = Signal(list)

    def __init__(self, desk: Desk, view: PictureView, *, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._view = view
        self._marks: Marks | None = None
        self._held: Picture | None = None
        desk.picture.connect(self._picture)
        desk.marks.connect(self._marked)
        desk.sessions.changed.connect(self._changed)
        view.set_levels(desk.now.levels)
        view.set_loupe(desk.now.loupe)
        view.set_look(look_words(desk.now))
        view.sketched.connect(self.gate_drawn)
        view.sketch_left.connect(lambda: desk.set(drawing=False))

    @property
    def settled(self) -> bool:
        """Whether all that can be drawn over the frame on screen is there."""
        shown, marks = self._desk.now.shown, self._marks
        if shown is None or self._desk.now.judgement is None:
            return shown is not None
        return marks is not None and shown.ordinal in marks.gates

    def leave(self) -> None:
        """Let go of the desk."""
        self._desk.picture.disconnect(self._picture)
        self._desk.marks.disconnect(self._marked)
        self._desk.sessions.changed.disconnect(self._changed)

    def _picture(self, picture: Picture) -> None:
        self._held = picture
        self._show()

    def _show(self) -> None:
        """The frame at hand; where fields are looked at, the one asked for."""
        session, held = self._desk.now, self._held
        if held is None:
            return
        image = held.later if session.later and held.later is not None else held.image
        self._view.show_picture(image, float(session.tape.pixel_aspect) if session.tape else 1.0)

    def _marked(self, marks: Marks) -> None:
        self._marks = marks
        self._draw(self._desk.now)

    def _changed(self, before: Session, after: Session) -> None:
        if after.tape_path is None and before.tape_path is not None:
            self._marks = self._held = None
            self._view.clear()
        same = after.shown is not None and after.shown.ordinal == after.wanted
        if before.later != after.later and before.wanted == after.wanted and same:
            self._show()
        if before.levels != after.levels:
            self._view.set_levels(after.levels)
        if before.loupe != after.loupe:
            self._view.set_loupe(after.loupe)
        self._view.set_look(look_words(after))
        if before.judgement is not after.judgement or before.drawn != after.drawn:
            self._view.set_cast(Cast.of(after.judgement, after.drawn))
        if before.drawing != after.drawing:
            self._view.set_sketching(after.drawing)
        if before.shown != after.shown and after.shown is not None and after.shown.damaged:
            why = after.shown.damaged
            self._view.show_note(
                t(
                    "Frame {n} cannot be shown: {why}. The picture is the one before.",
                    n=after.shown.ordinal,
                    why=why,
                )
            )
        self._draw(after)

    def _draw(self, session: Session) -> None:
        shown, marks = session.shown, self._marks
        if shown is None:
            return
        boxes = []
        if session.boxes and marks is not None and marks.first <= shown.ordinal <= marks.last:
            boxes = boxes_at(marks.tracks, shown.ordinal, shown.time)
        self._view.set_marks([] if shown.damaged else boxes, self._gates(session))
        self._map(session)

    def _map(self, session: Session) -> None:
        shown, marks, judgement = session.shown, self._marks, session.judgement
        rink = rink_shown(judgement.game if judgement else None, judgement.gates if judgement else ())
        if not session.rink_map or shown is None:
            self._view.set_map(None, rink)
            return
        image, view = self._view.image, MapView()
        if marks is not None and marks.first <= shown.ordinal <= marks.last and not shown.damaged:
            size = (float(image.width()), float(image.height()))
            view = map_at(marks.tracks, shown.ordinal, shown.time, picture_px=size)
        self._view.set_map(view, rink)

    def _gates(self, session: Session) -> dict[str, Array]:
        """Lines carried to this frame; before an analysis, those drawn in exactly this frame."""
        shown = session.shown
        if shown is None or shown.damaged or not session.gates:
            return {}
        lines = dict(self._marks.gates.get(shown.ordinal, {})) if self._marks is not None else {}
        for gate in session.drawn:
            if gate.points_px is not None and gate.drawn_at == shown.time:
                lines[gate.id] = gate.points_px
        return lines
