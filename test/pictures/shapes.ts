/** Glyphs of terminals that are drawn as shapes, because fonts leave gaps between their cells. */

/** A part of a cell: a filled path, or a stroked one with its width. Coordinates are pixels. */
export interface Shape {
	readonly path: string;
	/** Width of the line; undefined for a filled path. */
	readonly stroke?: number;
	/** Default: 1. */
	readonly opacity?: number;
}

export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

const LIGHT = 1.3;
const HEAVY = 3.2;
const DOT = 2.7;

/** Arms of lines by glyph: left, right, up, down; 0 none, 1 light, 2 heavy. */
const lines: Readonly<Record<string, string>> = {
	...{
		'─': '1100',
		'━': '2200',
		'│': '0011',
		'┃': '0022',
		'╴': '1000',
		'╶': '0100',
		'╵': '0010',
		'╷': '0001',
	},
	...{ '╸': '2000', '╺': '0200', '╹': '0020', '╻': '0002', '╾': '2100', '╼': '1200' },
	...{ '┌': '0101', '┐': '1001', '└': '0110', '┘': '1010', '├': '0111', '┤': '1011', '┬': '1101' },
	...{ '┴': '1110', '┼': '1111', '╌': '1100', '┄': '1100', '┆': '0011' },
};

/** Ends of rounded corners: the sides that they connect. */
const corners: Readonly<Record<string, readonly [1 | -1, 1 | -1]>> = {
	'╭': [1, 1],
	'╮': [-1, 1],
	'╰': [1, -1],
	'╯': [-1, -1],
};

/** Quadrants by glyph: upper left, upper right, lower left, lower right. */
const quadrants: Readonly<Record<string, string>> = {
	...{ '▖': '0010', '▗': '0001', '▘': '1000', '▝': '0100', '▚': '1001', '▞': '0110' },
	...{ '▙': '1011', '▛': '1110', '▜': '1101', '▟': '0111' },
};

const shades: Readonly<Record<string, number>> = { '░': 0.25, '▒': 0.5, '▓': 0.75 };

/** Returns the shapes of a glyph in its cell; undefined if a font draws it. */
export function shapesOf(glyph: string, box: Box): readonly Shape[] | undefined {
	const code = glyph.codePointAt(0) ?? 0;
	if (code >= 0x2800 && code <= 0x28ff) return braille(code - 0x2800, box);
	const arms = lines[glyph];
	if (arms !== undefined) return lineShapes(arms, box);
	const corner = corners[glyph];
	if (corner) return [cornerShape(corner, box)];
	const opacity = shades[glyph];
	if (opacity !== undefined) return [{ ...rectangle(box, 0, 0, 1, 1), opacity }];
	const parts = quadrants[glyph];
	if (parts !== undefined) {
		return [...parts].flatMap((part, index) =>
			part === '1' ? [rectangle(box, (index % 2) / 2, Math.floor(index / 2) / 2, 0.5, 0.5)] : [],
		);
	}
	return blockShapes(glyph, code, box) ?? signShapes(glyph, box);
}

function blockShapes(glyph: string, code: number, box: Box): readonly Shape[] | undefined {
	if (glyph === '█') return [rectangle(box, 0, 0, 1, 1)];
	if (glyph === '▀') return [rectangle(box, 0, 0, 1, 0.5)];
	if (glyph === '▐') return [rectangle(box, 0.5, 0, 0.5, 1)];
	if (glyph === '▔') return [rectangle(box, 0, 0, 1, 1 / 8)];
	if (glyph === '▕') return [rectangle(box, 7 / 8, 0, 1 / 8, 1)];
	// Lower eighths are U+2581 to U+2587, left ones U+258F to U+2589.
	if (code > 0x2580 && code < 0x2588) {
		const share = (code - 0x2580) / 8;
		return [rectangle(box, 0, 1 - share, 1, share)];
	}
	if (code > 0x2588 && code < 0x2590) return [rectangle(box, 0, 0, (0x2590 - code) / 8, 1)];
	return undefined;
}

/** Returns the shapes of signs whose width differs between fonts. */
function signShapes(glyph: string, { x, y, width, height }: Box): readonly Shape[] | undefined {
	const middle = { x: x + width / 2, y: y + height * 0.52 };
	const radius = width * 0.42;
	const at = (across: number, down: number) =>
		`${px(middle.x + across * radius)} ${px(middle.y + down * radius)}`;
	if (glyph === '▲') return [{ path: `M${at(-1, 0.85)}L${at(0, -0.95)}L${at(1, 0.85)}z` }];
	if (glyph === '▼') return [{ path: `M${at(-1, -0.85)}L${at(0, 0.95)}L${at(1, -0.85)}z` }];
	if (glyph === '●') return [{ path: circle(middle.x, middle.y, radius * 0.9) }];
	if (glyph === '‖') {
		return [
			{
				path: `M${at(-0.45, -1.3)}V${px(middle.y + 1.3 * radius)}M${at(0.45, -1.3)}V${px(middle.y + 1.3 * radius)}`,
				stroke: 1.6,
			},
		];
	}
	if (glyph !== '◌') return undefined;
	const dots = Array.from({ length: 8 }, (_, index) => {
		const angle = (index * Math.PI) / 4;
		return `M${at(Math.cos(angle) * 0.95, Math.sin(angle) * 0.95)}h0`;
	});
	return [{ path: dots.join(''), stroke: 1.7 }];
}

/** Dots of braille: bit by bit, with its column and row. */
const dots = [
	...[
		[0, 0],
		[0, 1],
		[0, 2],
		[1, 0],
		[1, 1],
		[1, 2],
	],
	...[
		[0, 3],
		[1, 3],
	],
] as const;

function braille(bits: number, { x, y, width, height }: Box): readonly Shape[] {
	const path = dots.map(([column = 0, row = 0], bit) =>
		bits & (1 << bit)
			? `M${px(x + (width * (1 + 2 * column)) / 4)} ${px(y + (height * (1 + 2 * row)) / 8)}h0`
			: '',
	);
	return bits === 0 ? [] : [{ path: path.join(''), stroke: DOT }];
}

function lineShapes(arms: string, { x, y, width, height }: Box): readonly Shape[] {
	const [center, middle] = [x + width / 2, y + height / 2];
	const ends = [`H${px(x)}`, `H${px(x + width)}`, `V${px(y)}`, `V${px(y + height)}`];
	return (['1', '2'] as const).flatMap((weight) => {
		const path = ends
			.filter((_, index) => arms[index] === weight)
			.map((end) => `M${px(center)} ${px(middle)}${end}`);
		return path.length === 0 ? [] : [{ path: path.join(''), stroke: weight === '1' ? LIGHT : HEAVY }];
	});
}

function cornerShape([across, down]: readonly [number, number], { x, y, width, height }: Box): Shape {
	const [center, middle] = [x + width / 2, y + height / 2];
	const radius = width / 2;
	const side = px(across > 0 ? x + width : x);
	const end = px(down > 0 ? y + height : y);
	return {
		path: `M${side} ${px(middle)}Q${px(center)} ${px(middle)} ${px(center)} ${px(middle + down * radius)}V${end}`,
		stroke: LIGHT,
	};
}

function rectangle(box: Box, left: number, top: number, width: number, height: number): Shape {
	const [x, y] = [box.x + left * box.width, box.y + top * box.height];
	return { path: `M${px(x)} ${px(y)}h${px(width * box.width)}v${px(height * box.height)}H${px(x)}z` };
}

function circle(x: number, y: number, radius: number): string {
	const r = px(radius);
	return `M${px(x - radius)} ${px(y)}a${r} ${r} 0 1 0 ${px(2 * radius)} 0a${r} ${r} 0 1 0 ${px(-2 * radius)} 0z`;
}

/** Rounds pixels, so that files stay small. */
export function px(value: number): number {
	return Number(value.toFixed(2));
}
