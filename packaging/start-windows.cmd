@echo off
rem Sets Benchgate up beside this file the first time, then starts the window; a file dropped on it is opened.
setlocal
cd /d "%~dp0\.."
if not exist ".venv\Scripts\benchgate.exe" (
  echo Setting up: this takes some minutes and needs the internet once.
  py -3 -m venv .venv || goto :nopython
  ".venv\Scripts\python" -m pip install --quiet --upgrade pip || goto :failed
  ".venv\Scripts\python" -m pip install --quiet . || goto :failed
)
start "" ".venv\Scripts\pythonw.exe" -c "import sys; from review.cli import main; sys.exit(main(['app', *sys.argv[1:]]))" %*
exit /b 0
:nopython
echo Python 3.11 or newer is missing. Install it from python.org ("py launcher" ticked), then start this again.
pause
exit /b 1
:failed
echo The setup failed: the lines above say why. Look at the internet connection, then start this again.
pause
exit /b 1
