import { fit } from '../../format/cells.ts';
import { wrap } from '../../format/wrap.ts';
import { Canvas } from '../terminal/canvas.tsx';
import { style, type Theme } from '../theme/theme.ts';

interface MessageProps {
	readonly theme: Theme;
	readonly width: number;
	readonly height: number;
	/** The first line states the condition, the others the next step. Sanitized. */
	readonly lines: readonly string[];
}

/** A few sentences in the middle of an empty area, each wrapped. */
export function Message({ theme, width, height, lines }: MessageProps) {
	const drawn = lines.flatMap((line, index) =>
		wrap(line, width).map((part) =>
			style(theme, index === 0 ? 'heading' : 'normal', fit(part, width, 'center')),
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
