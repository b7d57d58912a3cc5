import { Box } from 'ink';
import { width } from '../../format/cells.ts';
import { FOOTER_HEIGHT } from '../shell/layout.ts';
import { Canvas, Overlay } from '../terminal/canvas.tsx';
import type { TargetAt } from '../terminal/targets.ts';
import { style, type Theme } from '../theme/theme.ts';

export interface FrameProps {
	readonly title: string;
	readonly theme: Theme;
	/** The screen it lies in the middle of, cells. */
	readonly screenWidth: number;
	readonly screenHeight: number;
	/** Cells wide within the border; less when the screen is narrower. */
	readonly innerWidth: number;
	/** Formatted, each at most as wide as `innerWidthOf` says. */
	readonly lines: readonly string[];
	/** What the cells of the lines are to somebody who points at them. */
	readonly targetAt?: TargetAt;
}

/** Cells that a frame adds to its content on both sides together: a border and a blank each. */
const SIDE_CELLS = 4;

/** How wide the content of a frame can be on a screen. */
export function innerWidthOf(screenWidth: number, wanted: number): number {
	return Math.max(1, Math.min(wanted, screenWidth - SIDE_CELLS));
}

/** A frame over the panes, in the middle of the screen; while it fits, what the footer says stays in view. */
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

/** A line in `columns` cells at least; our own SGR sequences in it take none. */
export function padded(line: string, columns: number): string {
	const cells = width(line.replace(/\u001b\[[\d;]*m/g, ''));
	return line + ' '.repeat(Math.max(0, columns - cells));
}
