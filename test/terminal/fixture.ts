import { bundled } from '../programs/bundled.ts';

/** The command that starts the fixture. */
export const fixture = `'${process.execPath}' '${await bundled('test/terminal/fixture-app.tsx')}'`;

/** Runs the fixture, prints its exit code and the state of the terminal, and keeps the terminal open. */
export const thenReport = `${fixture}; echo "code=$?"; stty -a; echo "[done]"; read -r`;
