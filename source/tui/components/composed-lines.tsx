import { Canvas } from '../terminal/canvas.tsx';
import type { Theme } from '../theme/theme.ts';
import { composeLine, type Segment } from './compose-line.ts';

interface ComposedLinesProps {
	readonly theme: Theme;
	/** Cells. */
	readonly width: number;
	/** Default: the number of lines. */
	readonly height?: number;
	readonly lines: readonly (readonly Segment[])[];
}

/** Lines of pieces with their styles. */
export function ComposedLines({ theme, width, lines, height = lines.length }: ComposedLinesProps) {
	const composed = lines.map((segments) => composeLine(theme, width, segments));
	return <Canvas width={width} height={height} lines={composed} />;
}
