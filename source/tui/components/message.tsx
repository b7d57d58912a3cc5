import { fit } from '../../format/cells.ts';
import { Canvas } from '../terminal/canvas.tsx';
import { style, type Theme } from '../theme/theme.ts';

export interface MessageProps {
	readonly theme: Theme;
	readonly width: number;
	readonly height: number;
	/** The first says what is so, the others what to do. Sanitised. */
	readonly lines: readonly string[];
}

/** A few lines in the middle of an otherwise empty place. */
export function Message({ theme, width, height, lines }: MessageProps) {
	const above = Math.max(0, Math.floor((height - lines.length) / 2));
	const drawn = lines.map((line, index) =>
		style(theme, index === 0 ? 'heading' : 'normal', fit(line, width, 'centre')),
	);
	return <Canvas width={width} height={height} lines={[...Array<string>(above).fill(''), ...drawn]} />;
}
