import { oneLine } from '../../../../../format/one-line.ts';

/** A frame of Python: 'File "/srv/core.py", line 12, in run', and the source line below it. */
const pythonFrame = /^\s*File "([^"]*)", line (\d+)(?:, in ([^\n]+))?/;

/** Returns a frame in one line. The function comes first, because long paths are cut. Sanitized. */
export function frameText(frame: string): string {
	const [, path, line, name] = pythonFrame.exec(frame) ?? [];
	if (path === undefined) return oneLine(frame.trim(), 400);
	return oneLine(`${name?.trim() || '(module)'} (${path}:${line})`, 400);
}
