import type { IBufferCell, Terminal } from '@xterm/headless';
import { colorOf, type TerminalLook } from './colors.ts';
import { type Box, px, shapesOf } from './shapes.ts';

/** Pixels of a cell, of the distance of the baseline from its top, and of the margin around the screen. */
const CELL = { width: 8.4, height: 18 };
const BASELINE = 13.4;
const MARGIN = 12;

/** Cells of one look. */
interface Run {
	readonly look: string;
	readonly column: number;
	columns: number;
	text: string;
}

/** Paths of one look. */
type Paths = Map<string, string[]>;

/** Returns the screen of a terminal as an SVG document. */
export function svgOf({ buffer, cols, rows }: Terminal, look: TerminalLook, title: string): string {
	const [width, height] = [px(cols * CELL.width + 2 * MARGIN), rows * CELL.height + 2 * MARGIN];
	const backgrounds: string[] = [];
	const paths: Paths = new Map();
	const texts: string[] = [];
	for (let row = 0; row < rows; row++) {
		const line = buffer.active.getLine(buffer.active.baseY + row);
		const filled: Run[] = [];
		const written: Run[] = [];
		for (let column = 0; line && column < cols; column++) {
			const cell = line.getCell(column);
			if (!cell || cell.getWidth() === 0) continue;
			const { text, background } = colorsOf(cell, look);
			if (background !== look.background) addTo(filled, background, column, cell.getWidth(), ' ');
			addGlyph(cell, text, { column, row }, paths, written);
		}
		backgrounds.push(...filled.map((run) => rectangleOf(run, row)));
		texts.push(...written.map((run) => textOf(run, row)));
	}
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xml:space="preserve">`,
		`<title>${escaped(title)}</title>`,
		'<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}path{fill:none;stroke-linecap:round}</style>',
		`<rect width="100%" height="100%" rx="8" fill="${look.background}"/>`,
		...backgrounds,
		...[...paths].map(([style, parts]) => `<path ${style} d="${parts.join('')}"/>`),
		...texts,
		'</svg>\n',
	].join('\n');
}

function colorsOf(cell: IBufferCell, look: TerminalLook): { text: string; background: string } {
	const text = colorOf(cell, 'fg', look) ?? look.text;
	const background = colorOf(cell, 'bg', look) ?? look.background;
	return cell.isInverse() ? { text: background, background: text } : { text, background };
}

/** Adds a glyph as a shape, or to a text. */
function addGlyph(
	cell: IBufferCell,
	color: string,
	{ column, row }: { column: number; row: number },
	paths: Paths,
	written: Run[],
): void {
	const glyph = cell.getChars();
	if (glyph === '' || glyph === ' ') {
		// A single blank within a text is part of it.
		const last = written.at(-1);
		const continues = last && last.column + last.columns === column && !last.text.endsWith(' ');
		if (continues && isPlain(last.text)) addTo(written, last.look, column, 1, ' ');
		return;
	}
	const dim = cell.isDim() ? 0.6 : 1;
	const box: Box = {
		x: MARGIN + column * CELL.width,
		y: MARGIN + row * CELL.height,
		width: CELL.width * cell.getWidth(),
		height: CELL.height,
	};
	const shapes = shapesOf(glyph, box);
	if (!shapes) {
		const look = [
			`fill="${color}"`,
			...(cell.isBold() ? ['font-weight="bold"'] : []),
			...(dim < 1 ? [`opacity="${dim}"`] : []),
			...(cell.isUnderline() ? ['text-decoration="underline"'] : []),
		].join(' ');
		addTo(written, look, column, cell.getWidth(), glyph);
		return;
	}
	for (const { path, stroke, opacity = 1 } of shapes) {
		const look =
			stroke === undefined ? `style="fill:${color}"` : `stroke="${color}" stroke-width="${stroke}"`;
		const style = opacity * dim < 1 ? `${look} opacity="${px(opacity * dim)}"` : look;
		const known = paths.get(style);
		if (known) known.push(path);
		else paths.set(style, [path]);
	}
}

/** Adds cells to the last run if they continue it. Other characters than ASCII have fonts of other widths. */
function addTo(runs: Run[], look: string, column: number, columns: number, text: string): void {
	const last = runs.at(-1);
	const continues = last && last.look === look && last.column + last.columns === column;
	if (last && continues && isPlain(last.text) && isPlain(text)) {
		last.text += text;
		last.columns += columns;
	} else runs.push({ look, column, columns, text });
}

function isPlain(text: string): boolean {
	return /^[ -~]*$/.test(text);
}

function rectangleOf({ look, column, columns }: Run, row: number): string {
	const place = `x="${px(MARGIN + column * CELL.width)}" y="${MARGIN + row * CELL.height}"`;
	return `<rect ${place} width="${px(columns * CELL.width)}" height="${CELL.height}" fill="${look}"/>`;
}

function textOf({ look, column, columns, text }: Run, row: number): string {
	const shown = text.trimEnd();
	const cells = columns - (text.length - shown.length);
	const place = `x="${px(MARGIN + column * CELL.width)}" y="${px(MARGIN + row * CELL.height + BASELINE)}"`;
	// A single glyph keeps its shape. A text is stretched to its cells, for any font.
	const length = isPlain(shown)
		? ` textLength="${px(cells * CELL.width)}" lengthAdjust="spacingAndGlyphs"`
		: '';
	return `<text ${place}${length} ${look}>${escaped(shown)}</text>`;
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
