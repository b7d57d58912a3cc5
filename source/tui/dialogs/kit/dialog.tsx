import type { ReactNode } from 'react';
import { shorten } from '../../../format/cells.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { FOOTER_HEIGHT } from '../../components/layout.ts';
import { memoized } from '../../components/memoize.ts';
import { edgeLine, edgeRoom, edgeSegments } from '../../components/panel-edge.ts';
import { Canvas, Overlay } from '../../terminal/canvas.tsx';
import { useMemory } from '../../terminal/expand.ts';
import type { Target } from '../../terminal/targets.ts';
import { style, type Theme } from '../../theme/theme.ts';
import type { DialogProps } from '../dialog.ts';
import { type DrawnPart, drawParts, linesOf, targetsOf } from './draw-parts.ts';
import { partsIn } from './elements.ts';
import { BORDER_ROWS, innerWidthOf, SIDE_CELLS } from './layout.ts';

export interface DialogFrameProps {
	/** Untrusted. */
	readonly title: string;
	/** Text in the lower border that is not spoken: '3 of 17'. */
	readonly place?: string;
	/** The title as spoken, if it differs. Untrusted. */
	readonly spoken?: string;
	/** Cells within the border; fewer on a narrower screen. */
	readonly columns: number;
	readonly screen: Pick<DialogProps, 'theme' | 'width' | 'height' | 'keys'>;
	/** Parts of the kit. */
	readonly children?: ReactNode;
}

/** A dialog over the panes, in the middle of the screen: a border, a title, and the parts below each other. */
export function Dialog({ title, place = '', columns, screen, children }: DialogFrameProps) {
	const { theme, width, height, keys } = screen;
	const inner = innerWidthOf(width, columns);
	const memory = useMemory<{ parts: readonly DrawnPart[] }>(() => ({ parts: [] }));
	const parts = drawParts(
		partsIn(children),
		{ theme, columns: inner, screenRows: height, keys },
		memory.parts,
	);
	memory.parts = parts;
	const lines = linesOf(parts);
	const outer = lines.length + BORDER_ROWS;
	const middle = Math.floor((height - outer) / 2);
	return (
		<Overlay
			position="absolute"
			marginLeft={Math.max(0, Math.floor((width - inner - SIDE_CELLS) / 2))}
			marginTop={Math.max(0, Math.min(middle, height - FOOTER_HEIGHT - outer))}
		>
			<Border
				theme={theme}
				inner={inner}
				rows={lines.length}
				title={shorten(sanitize(title, inner * 4), edgeRoom(inner + SIDE_CELLS))}
				place={place}
			/>
			<Canvas
				left={SIDE_CELLS / 2}
				top={1}
				width={inner}
				height={lines.length}
				lines={lines}
				targetAt={targetsOf(parts)}
			/>
		</Overlay>
	);
}

interface BorderProps {
	readonly theme: Theme;
	/** Cells within it. */
	readonly inner: number;
	/** Rows within it. */
	readonly rows: number;
	/** Sanitized, cut. */
	readonly title: string;
	/** Text in the lower border; '' for none. */
	readonly place: string;
}

/** The border of a dialog, as that of a focused panel. It rarely changes. */
const Border = memoized(({ theme, inner, rows, title, place }: BorderProps) => (
	<Canvas
		width={inner + SIDE_CELLS}
		height={rows + BORDER_ROWS}
		lines={borderLines({ theme, inner, rows, title, place })}
		targetAt={() => dialogTarget}
	/>
));

const dialogTarget: Target = { kind: 'place', part: 'dialog' };

function borderLines({ theme, inner, rows, title, place }: BorderProps): string[] {
	const box = { width: inner + SIDE_CELLS, frame: 'box', token: 'focus' } as const;
	const side = style(theme, 'focus', '│');
	const right = place === '' ? [] : [{ text: place, token: 'heading' } as const];
	return [
		edgeLine(theme, edgeSegments({ ...box, side: 'top', left: [{ text: title, token: 'title' }] })),
		...Array<string>(rows).fill(side + ' '.repeat(inner + 2) + side),
		edgeLine(theme, edgeSegments({ ...box, side: 'bottom', right })),
	];
}
