import xterm, { type IBufferCell, type Terminal } from '@xterm/headless';
import stringWidth from 'string-width';
import type { ScreenSize } from '../screens/pressing.ts';
import { paletteColor, type ShownCell, ShownScreen } from './shown-screen.ts';

export interface EmulatorOptions {
	readonly columns: number;
	readonly rows: number;
	/**
	 * Widths of glyphs in the terminal: ours; an old table with narrow emoji and a cell for every code point; or wide
	 * signs and arrows, as East Asian terminals have them.
	 */
	readonly widths?: 'ours' | 'old' | 'wide signs';
}

const flags = ['Bold', 'Dim', 'Italic', 'Underline', 'Inverse', 'Strikethrough'] as const;

/** A terminal without a window: reads bytes and returns its screen. */
export class Emulator extends ShownScreen {
	readonly terminal: Terminal;

	constructor({ columns, rows, widths = 'ours' }: EmulatorOptions) {
		super();
		this.terminal = new xterm.Terminal({
			cols: columns,
			rows,
			scrollback: 500,
			// The line discipline turns every LF into CR LF, in raw mode too.
			convertEol: true,
			allowProposedApi: true,
		});
		if (widths === 'old') return;
		this.terminal.unicode.register(widths === 'ours' ? ourWidths : wideSignWidths);
		this.terminal.unicode.activeVersion = 'clusters';
	}

	/** Resolves when the bytes are read. */
	write(bytes: string | Uint8Array): Promise<void> {
		return new Promise((resolve) => this.terminal.write(bytes, resolve));
	}

	resize(columns: number, rows: number): void {
		this.terminal.resize(columns, rows);
	}

	get onAlternateScreen(): boolean {
		return this.terminal.buffer.active.type === 'alternate';
	}

	get size(): ScreenSize {
		return { columns: this.terminal.cols, rows: this.terminal.rows };
	}

	part(y: number, left: number, right: number): string {
		const buffer = this.terminal.buffer.active;
		return buffer.getLine(buffer.baseY + y)?.translateToString(false, left, right) ?? '';
	}

	cell(x: number, y: number): ShownCell {
		const buffer = this.terminal.buffer.active;
		const cell = buffer.getLine(buffer.baseY + y)?.getCell(x);
		if (!cell) throw new Error(`there is no cell ${x},${y}`);
		return { text: cell.getWidth() === 0 ? '' : cell.getChars() || ' ', style: styleOf(cell) };
	}
}

/** Whether a private mode is on after this output, by the last sequence that sets it. */
export function isModeOn(bytes: string, number: number): boolean {
	return bytes.lastIndexOf(`\x1b[?${number}h`) > bytes.lastIndexOf(`\x1b[?${number}l`);
}

/** Whether a style is that of the cursor: inverse, or on a background. */
export function isCursorStyle(style: string): boolean {
	return /\b(inverse|on)\b/.test(style);
}

function styleOf(cell: IBufferCell): string {
	const set = flags.filter((flag) => cell[`is${flag}`]());
	// For a blank, only visible attributes count. The others depend on how the cell became blank.
	const blank = (cell.getChars() || ' ') === ' ' && cell.getWidth() === 1 && !set.includes('Inverse');
	const seen = blank ? set.filter((flag) => flag === 'Underline' || flag === 'Strikethrough') : set;
	const words: string[] = seen.map((flag) => flag.toLowerCase());
	if (!cell.isFgDefault() && (!blank || seen.length > 0))
		words.push(colorOf(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()));
	if (!cell.isBgDefault()) words.push('on', colorOf(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()));
	return words.join(' ');
}

function colorOf(rgb: boolean, palette: boolean, value: number): string {
	if (rgb) return `#${value.toString(16).padStart(6, '0')}`;
	if (!palette) return String(value);
	return paletteColor(value);
}

/** Glyphs as grapheme clusters (of at most two columns). */
function clusterWidths(measure: (cluster: string) => number) {
	const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
	// The emulator passes its result for the previous code point: the number of the cluster so far.
	const clusters: string[] = [''];
	const ids = new Map<string, number>();
	const idOf = (cluster: string) => {
		let id = ids.get(cluster);
		if (id === undefined) {
			id = clusters.push(cluster) - 1;
			ids.set(cluster, id);
		}
		return id;
	};
	const widthOf = (cluster: string) => Math.min(2, measure(cluster)) as 0 | 1 | 2;
	// Segmenting is a thousand times slower than a lookup, and texts repeat. By cluster so far, then code point.
	const known: Map<number, number>[] = [];
	const propertiesOf = (codePoint: number, preceding: number) => {
		const character = String.fromCodePoint(codePoint);
		const before = clusters[preceding >> 3] ?? '';
		const joined = before + character;
		const joins = before !== '' && [...segmenter.segment(joined)].length === 1;
		const cluster = joins ? joined : character;
		return (idOf(cluster) << 3) | (widthOf(cluster) << 1) | (joins ? 1 : 0);
	};
	return {
		version: 'clusters',
		wcwidth: (codePoint: number) => widthOf(String.fromCodePoint(codePoint)),
		charProperties(codePoint: number, preceding: number) {
			const after = known[preceding >> 3] ?? new Map<number, number>();
			known[preceding >> 3] = after;
			const properties = after.get(codePoint) ?? propertiesOf(codePoint, preceding);
			after.set(codePoint, properties);
			return properties;
		},
	};
}

const ourWidths = clusterWidths(stringWidth);
const wideSignWidths = clusterWidths((cluster) => (/^[↓✓]/.test(cluster) ? 2 : stringWidth(cluster)));
