"""Runs a program in a terminal, types a text when a prompt appears, and prints the output and the exit status."""
import os
import pty
import signal
import sys

prompt, typed, command = sys.argv[1].encode(), sys.argv[2].encode(), sys.argv[3:]
signal.alarm(60)
pid, terminal = pty.fork()
if pid == 0:
    os.execv(command[0], command)
shown = b""
while True:
    if typed and prompt in shown:
        os.write(terminal, typed)
        typed = b""
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    shown += part
print(shown.decode())
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
