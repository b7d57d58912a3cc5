import type { BoxProps } from 'ink';
import type { Area } from './area.ts';
import { lineLook } from './colours.ts';
import { glyphOf, glyphWidth } from './glyphs.ts';
import type { Grid } from './grid.ts';
import type { Box, InkStyle } from './ink-tree.ts';
import type { Line } from './line.ts';

type Strokes = Exclude<NonNullable<BoxProps['borderStyle']>, string>;

/** Strokes clockwise from the top left corner. */
const styles: Record<string, string> = {
	single: '┌─┐│┘─└│',
	double: '╔═╗║╝═╚║',
	round: '╭─╮│╯─╰│',
	bold: '┏━┓┃┛━┗┃',
	singleDouble: '╓─╖║╜─╙║',
	doubleSingle: '╒═╕│╛═╘│',
	classic: '+-+|+-+|',
	arrow: '↘↓↙←↖↑↗→',
};

/** Returns which sides of a box have a border. */
export function borderSides(style: InkStyle) {
	const has = style.borderStyle !== undefined;
	return {
		top: has && style.borderTop !== false,
		right: has && style.borderRight !== false,
		bottom: has && style.borderBottom !== false,
		left: has && style.borderLeft !== false,
	};
}

/** Paints the border of a box. */
export function paintBorder(grid: Grid, style: InkStyle, box: Box, clip: Area): void {
	if (style.borderStyle === undefined || box.width < 1 || box.height < 1) return;
	const strokes = strokesOf(style.borderStyle);
	const sides = borderSides(style);
	const right = box.x + box.width - 1;
	const bottom = box.y + box.height - 1;
	const between = Math.max(0, box.width - (sides.left ? 1 : 0) - (sides.right ? 1 : 0));
	const horizontal = (left: string, middle: string, end: string) =>
		(sides.left ? left : '') + middle.repeat(between) + (sides.right ? end : '');
	const looks = borderLooks(style);
	if (sides.top) {
		const text = horizontal(strokes.topLeft, strokes.top, strokes.topRight);
		grid.blit(drawn(text, looks.top), box.x, box.y, clip);
	}
	for (let y = box.y + (sides.top ? 1 : 0); y <= bottom - (sides.bottom ? 1 : 0); y++) {
		if (sides.left) grid.blit(drawn(strokes.left, looks.left), box.x, y, clip);
		if (sides.right) grid.blit(drawn(strokes.right, looks.right), right, y, clip);
	}
	if (sides.bottom) {
		const text = horizontal(strokes.bottomLeft, strokes.bottom, strokes.bottomRight);
		grid.blit(drawn(text, looks.bottom), box.x, bottom, clip);
	}
}

function borderLooks(style: InkStyle) {
	const look = (colour: string | undefined, dim: boolean | undefined) =>
		lineLook(colour ?? style.borderColor, dim ?? style.borderDimColor ?? false);
	return {
		top: look(style.borderTopColor, style.borderTopDimColor),
		right: look(style.borderRightColor, style.borderRightDimColor),
		bottom: look(style.borderBottomColor, style.borderBottomDimColor),
		left: look(style.borderLeftColor, style.borderLeftDimColor),
	};
}

function strokesOf(style: NonNullable<BoxProps['borderStyle']>): Strokes {
	if (typeof style !== 'string') return style;
	const [
		topLeft = '',
		top = '',
		topRight = '',
		right = '',
		bottomRight = '',
		bottom = '',
		bottomLeft = '',
		left = '',
	] = styles[style] ?? styles.single ?? '';
	return { topLeft, top, topRight, right, bottomRight, bottom, bottomLeft, left };
}

/** Returns a line of one look. Strokes of our tables take one column each; other strokes take their own width. */
function drawn(text: string, look: number): Line {
	const glyphs = [...text].flatMap((stroke) => {
		const glyph = glyphOf(stroke);
		return [glyph, ...new Array<number>(Math.max(0, glyphWidth(glyph) - 1)).fill(0)];
	});
	return {
		glyphs: Int32Array.from(glyphs),
		attributes: new Int32Array(glyphs.length).fill(look),
		width: glyphs.length,
	};
}
