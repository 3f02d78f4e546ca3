"""Trackers by name."""
from __future__ import annotations
from collections.abc import Sequence
import numpy as np
from scipy.optimize import linear_sum_assignment
from review.core.arrays import Array
from review.core.camera import apply_homography
from review.core.detections import Detections
from review.ports.tracker import Tracker
class _Simple:
    name = "simple"
    def track(self, times_s: Sequence[float], detections: Sequence[Detections], H_first_from_px: Array) -> list[Array]:
        live: list[list[object]] = []
        out=[]; nid=1
        for k,(t,d) in enumerate(zip(times_s,detections,strict=True)):
            ids=np.zeros(len(d),np.int64); B=d.xyxy_px.astype(float)
            P=[]
            for L in live:
                H=np.linalg.solve(H_first_from_px[k],H_first_from_px[L[3]]); b=L[1]
                q=apply_homography(H,np.array([[b[0],b[1]],[b[2],b[3]]])).ravel(); P.append(q+np.tile(L[4],2)*(t-L[2]))
            if P and len(B):
                P=np.array(P); c=np.hypot((P[:,None,0]+P[:,None,2]-B[None,:,0]-B[None,:,2])/2,P[:,None,3]-B[None,:,3])/(P[:,3]-P[:,1])[:,None]
                c+=np.abs(np.log((P[:,3]-P[:,1])[:,None]/(B[:,3]-B[:,1])[None]))
                r,cc=linear_sum_assignment(np.minimum(c,9))
                for i,j in zip(r,cc):
                    dt=t-live[i][2]
                    if c[i,j]<0.35+1.2*min(dt,0.6):
                        ids[j]=live[i][0]; v=(((B[j,:2]+B[j,2:])-(P[i,:2]+P[i,2:]))/2)/max(dt,.03)
                        live[i]=[live[i][0],B[j],t,k,np.array(live[i][4])*.9+0.3*v]
            for j in range(len(B)):
                if not ids[j] and d.conf[j]>.3: ids[j]=nid; live.append([nid,B[j],t,k,np.zeros(2)]); nid+=1
            live=[L for L in live if t-L[2]<1.2]
            out.append(ids)
        return out
def make_tracker(name: str) -> Tracker:
    return _Simple()
