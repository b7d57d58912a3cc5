import { Box } from 'ink';
import { width } from '../../format/cells.ts';
import { FOOTER_HEIGHT } from '../shell/layout.ts';
import { Canvas, Overlay } from '../terminal/canvas.tsx';
import type { TargetAt } from '../terminal/targets.ts';
import { style, type Theme } from '../theme/theme.ts';

export interface FrameProps {
	readonly title: string;
	readonly theme: Theme;
	/** Size of the screen that it is centred on, cells. */
	readonly screenWidth: number;
	readonly screenHeight: number;
	/** Cells within the border; fewer on a narrower screen. */
	readonly innerWidth: number;
	/** Formatted, each at most as wide as `innerWidthOf` returns. */
	readonly lines: readonly string[];
	/** Targets of the cells of the lines. */
	readonly targetAt?: TargetAt;
}

/** Cells that a frame adds on both sides together: a border and a blank each. */
const SIDE_CELLS = 4;

/** Returns the width of a frame's content on a screen. */
export function innerWidthOf(screenWidth: number, wanted: number): number {
	return Math.max(1, Math.min(wanted, screenWidth - SIDE_CELLS));
}

/** A frame over the panes, in the middle of the screen. The footer stays visible while the frame fits. */
export function Frame({ title, theme, screenWidth, screenHeight, innerWidth, lines, targetAt }: FrameProps) {
	const inner = innerWidthOf(screenWidth, innerWidth);
	const height = Math.min(lines.length + 2, screenHeight);
	const border = (text: string) => style(theme, 'border', text);
	const heading = ` ${title} `;
	const rule = '─'.repeat(Math.max(0, inner + 2 - 1 - width(heading)));
	const drawn = [
		`${border('╭─')}${style(theme, 'title', heading)}${border(`${rule}╮`)}`,
		...lines.slice(0, height - 2).map((line) => `${border('│')} ${padded(line, inner)} ${border('│')}`),
		border(`╰${'─'.repeat(inner + 2)}╯`),
	];
	return (
		<Overlay
			position="absolute"
			marginLeft={Math.max(0, Math.floor((screenWidth - inner - SIDE_CELLS) / 2))}
			marginTop={Math.max(
				0,
				Math.min(Math.floor((screenHeight - height) / 2), screenHeight - FOOTER_HEIGHT - height),
			)}
		>
			<Box>
				<Canvas
					width={inner + SIDE_CELLS}
					height={height}
					lines={drawn}
					targetAt={(column, row) => {
						const isInside = column >= 2 && column < inner + 2 && row >= 1 && row < height - 1;
						return (isInside && targetAt?.(column - 2, row - 1)) || { kind: 'place', part: 'dialog' };
					}}
				/>
			</Box>
		</Overlay>
	);
}

/** Pads a line to at least `columns` cells. Its SGR sequences count as zero cells. */
export function padded(line: string, columns: number): string {
	const cells = width(line.replace(/\u001b\[[\d;]*m/g, ''));
	return line + ' '.repeat(Math.max(0, columns - cells));
}
