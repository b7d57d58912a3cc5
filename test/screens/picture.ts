/**
 * Writes docs/screen.svg: the screen of `seedtop demo` in a terminal of 100×24 cells.
 * `npm run build && npx tsx test/screens/picture.ts`
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import xterm, { type IBufferCell, type Terminal } from '@xterm/headless';

const COLUMNS = 100;
const ROWS = 24;
/** Pixels of a cell, and of the margin around the screen. */
const CELL = { width: 8.4, height: 18 };
const MARGIN = 12;
const FOREGROUND = '#d0d0d0';
const BACKGROUND = '#1c1c1c';
const TIMEOUT_MS = 60_000;

/** The first 16 colors, as xterm has them by default. */
const BASE_COLORS = [
	...['#000000', '#cd0000', '#00cd00', '#cdcd00', '#5c5cff', '#cd00cd', '#00cdcd', '#e5e5e5'],
	...['#7f7f7f', '#ff0000', '#00ff00', '#ffff00', '#8787ff', '#ff00ff', '#00ffff', '#ffffff'],
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = process.argv[2] ?? join(root, 'dist/cli.js');
const home = mkdtempSync(join(tmpdir(), 'seedtop-picture-'));
const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
const pty = spawn(process.execPath, [program, 'demo', '--theme', 'dark'], {
	cols: COLUMNS,
	rows: ROWS,
	env: {
		PATH: process.env.PATH,
		HOME: home,
		TERM: 'xterm-256color',
		COLORTERM: 'truecolor',
		LC_ALL: 'C.UTF-8',
	},
});
const ended = new Promise<void>((resolve) => pty.onExit(() => resolve()));
pty.onData((data) => terminal.write(data));
try {
	await shows(/[▼◌] slow-archive\.tar/);
	pty.write('vjjj');
	await shows(/▼ slow-archive\.tar +\S+ +[2-9]\d\.\d%/);
	writeFileSync(join(root, 'docs/screen.svg'), svgOf(terminal));
	pty.write('q');
	await ended;
} finally {
	pty.kill('SIGTERM');
	rmSync(home, { recursive: true, force: true });
}

async function shows(content: RegExp): Promise<void> {
	const deadline = Date.now() + TIMEOUT_MS;
	while (!content.test(lines().join('\n'))) {
		if (Date.now() > deadline) throw new Error(`The demo does not show ${content}:\n${lines().join('\n')}`);
		await delay(100);
	}
}

function lines(): readonly string[] {
	const { active } = terminal.buffer;
	return Array.from({ length: ROWS }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
}

/** Cells of one style. */
interface Run {
	readonly style: string;
	readonly background: string;
	readonly from: number;
	columns: number;
	text: string;
}

function svgOf({ buffer }: Terminal): string {
	const [width, height] = [COLUMNS * CELL.width + 2 * MARGIN, ROWS * CELL.height + 2 * MARGIN];
	const rows = Array.from({ length: ROWS }, (_, row) => {
		const line = buffer.active.getLine(row);
		const runs: Run[] = [];
		for (let column = 0; line && column < COLUMNS; column++) {
			const cell = line.getCell(column);
			if (cell && cell.getWidth() > 0) addCell(runs, cell, column);
		}
		return runs.map((run) => elementsOf(run, row)).join('');
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xml:space="preserve">`,
		'<title>The cockpit of seedtop on its demo</title>',
		`<style>text{font:14px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}</style>`,
		`<rect width="100%" height="100%" rx="6" fill="${BACKGROUND}"/>`,
		...rows,
		'</svg>\n',
	].join('\n');
}

function addCell(runs: Run[], cell: IBufferCell, column: number): void {
	const colors = [colorOf(cell, 'fg') ?? FOREGROUND, colorOf(cell, 'bg') ?? BACKGROUND];
	const [color, background = BACKGROUND] = cell.isInverse() ? colors.toReversed() : colors;
	const style = [
		`fill="${color}"`,
		...(cell.isBold() ? ['font-weight="bold"'] : []),
		...(cell.isDim() ? ['opacity="0.6"'] : []),
		...(cell.isUnderline() ? ['text-decoration="underline"'] : []),
	].join(' ');
	const last = runs.at(-1);
	const text = cell.getChars() || ' ';
	if (last && last.style === style && last.background === background) {
		last.text += text;
		last.columns += cell.getWidth();
	} else runs.push({ style, background, from: column, columns: cell.getWidth(), text });
}

function elementsOf({ style, background, from, columns, text }: Run, row: number): string {
	const [x, y] = [MARGIN + from * CELL.width, MARGIN + row * CELL.height];
	const width = pixels(columns * CELL.width);
	const box =
		background === BACKGROUND
			? ''
			: `<rect x="${pixels(x)}" y="${y}" width="${width}" height="${CELL.height}" fill="${background}"/>`;
	if (text.trim() === '') return box;
	// Some viewers drop spaces at the ends, and stretch the rest to the length.
	const indent = text.length - text.trimStart().length;
	const inked = columns - indent - (text.length - text.trimEnd().length);
	const escaped = text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;');
	return `${box}<text x="${pixels(x + indent * CELL.width)}" y="${y + 13}" textLength="${pixels(inked * CELL.width)}" lengthAdjust="spacingAndGlyphs" ${style}>${escaped}</text>`;
}

function pixels(value: number): number {
	return Number(value.toFixed(1));
}

/** Returns the color of a cell; undefined for the default of the terminal. */
function colorOf(cell: IBufferCell, kind: 'fg' | 'bg'): string | undefined {
	const isForeground = kind === 'fg';
	const color = isForeground ? cell.getFgColor() : cell.getBgColor();
	if (isForeground ? cell.isFgRGB() : cell.isBgRGB()) return `#${color.toString(16).padStart(6, '0')}`;
	if (isForeground ? cell.isFgPalette() : cell.isBgPalette()) return paletteColor(color);
	return undefined;
}

/** Returns a color of the palette of 256: 16 base colors, a cube of 216, and 24 grays. */
function paletteColor(index: number): string {
	const base = BASE_COLORS[index];
	if (base !== undefined) return base;
	if (index >= 232) return hex(Array(3).fill(8 + (index - 232) * 10));
	const cube = index - 16;
	const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
	return hex([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level));
}

function hex(parts: readonly number[]): string {
	return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
