import { Box } from 'ink';
import type { ReactNode } from 'react';
import { Canvas } from '../../source/tui/terminal/canvas.tsx';

/** A border of this size around other components. */
export function Framed({
	width,
	height,
	children,
}: {
	readonly width: number;
	readonly height: number;
	readonly children: ReactNode;
}) {
	const rule = '─'.repeat(Math.max(0, width - 2));
	const sides = Array<string>(Math.max(0, height - 2)).fill(`│${' '.repeat(Math.max(0, width - 2))}│`);
	return (
		<Box width={width} height={height}>
			<Canvas width={width} height={height} lines={[`╭${rule}╮`, ...sides, `╰${rule}╯`]} />
			<Box position="absolute" marginLeft={1} marginTop={1} flexDirection="column">
				{children}
			</Box>
		</Box>
	);
}
