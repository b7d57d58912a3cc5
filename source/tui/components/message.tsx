import { fit } from '../../format/cells.ts';
import { wrap } from '../../format/wrap.ts';
import { Canvas } from '../terminal/canvas.tsx';
import { style, type Theme } from '../theme/theme.ts';

export interface MessageProps {
	readonly theme: Theme;
	readonly width: number;
	readonly height: number;
	/** The first says what is so, the others what to do. Sanitised. */
	readonly lines: readonly string[];
}

/** A few sentences in the middle of an otherwise empty place, each in as many lines as it needs. */
export function Message({ theme, width, height, lines }: MessageProps) {
	const drawn = lines.flatMap((line, index) =>
		wrap(line, width).map((part) =>
			style(theme, index === 0 ? 'heading' : 'normal', fit(part, width, 'centre')),
		),
	);
	const above = Math.max(0, Math.floor((height - drawn.length) / 2));
	return (
		<Canvas
			width={width}
			height={height}
			lines={[...Array<string>(above).fill(''), ...drawn].slice(0, height)}
		/>
	);
}
