import { Box } from 'ink';
import type { ReactNode } from 'react';
import { shorten, width as widthOf } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { FOOTER_HEIGHT } from '../../shell/layout.ts';
import { Canvas, Overlay } from '../../terminal/canvas.tsx';
import type { Target } from '../../terminal/targets.ts';
import { style, type Theme } from '../../theme/theme.ts';
import { partsIn } from './elements.ts';
import { allotRows, BORDER_ROWS, innerWidthOf, SIDE_CELLS } from './layout.ts';
import { PlaceContext } from './part.ts';

export interface Screen {
	readonly theme: Theme;
	/** Cells. */
	readonly width: number;
	readonly height: number;
}

export interface DialogFrameProps {
	/** Untrusted. */
	readonly title: string;
	/** Text after the title that is not spoken: '(3 of 17)'. */
	readonly place?: string;
	/** The title as spoken, if it differs. Untrusted. */
	readonly spoken?: string;
	/** Cells within the border; fewer on a narrower screen. */
	readonly columns: number;
	readonly screen: Screen;
	/** Parts of the kit. */
	readonly children?: ReactNode;
}

/** A dialog over the panes, in the middle of the screen: a border, a title, and the parts below each other. */
export function Dialog({ title, place = '', columns, screen, children }: DialogFrameProps) {
	const { theme, width, height } = screen;
	const inner = innerWidthOf(width, columns);
	const parts = partsIn(children);
	const rows = allotRows(
		parts.map(({ type, element }) => type.rows(element.props, inner)),
		height,
	);
	const rowsInside = rows.reduce((sum, each) => sum + each, 0);
	const outer = rowsInside + BORDER_ROWS;
	const middle = Math.floor((height - outer) / 2);
	return (
		<Overlay
			position="absolute"
			marginLeft={Math.max(0, Math.floor((width - inner - SIDE_CELLS) / 2))}
			marginTop={Math.max(0, Math.min(middle, height - FOOTER_HEIGHT - outer))}
		>
			<Canvas
				width={inner + SIDE_CELLS}
				height={outer}
				lines={frameLines(theme, inner, rowsInside, titleText(title, place, inner))}
				targetAt={targetOfFrame}
			/>
			<Box position="absolute" flexDirection="column" marginLeft={SIDE_CELLS / 2} marginTop={1}>
				{parts.map(({ element }, index) => (
					<PlaceContext
						// biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the dialog
						key={index}
						value={{ theme, columns: inner, rows: rows[index] ?? 0 }}
					>
						{(rows[index] ?? 0) > 0 ? element : null}
					</PlaceContext>
				))}
			</Box>
		</Overlay>
	);
}

const dialogTarget: Target = { kind: 'place', part: 'dialog' };

function targetOfFrame(): Target {
	return dialogTarget;
}

/** Corner, line and blanks surround the title. */
function titleText(title: string, place: string, inner: number): string {
	const room = Math.max(1, inner - 2);
	const shown = widthOf(place) + 1 < room && place !== '' ? ` ${place}` : '';
	return shorten(sanitise(title, room * 4), room - widthOf(shown)) + shown;
}

function frameLines(theme: Theme, inner: number, rows: number, title: string): string[] {
	const border = (text: string) => style(theme, 'border', text);
	const heading = ` ${title} `;
	const rule = '─'.repeat(Math.max(0, inner + 1 - widthOf(heading)));
	const side = border('│') + ' '.repeat(inner + 2) + border('│');
	return [
		`${border('╭─')}${style(theme, 'title', heading)}${border(`${rule}╮`)}`,
		...Array<string>(rows).fill(side),
		border(`╰${'─'.repeat(inner + 2)}╯`),
	];
}
