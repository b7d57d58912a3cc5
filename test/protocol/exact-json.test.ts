import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	ExactDecimal,
	exactNumber,
	parseExact,
	parseExactDecimals,
	stringifyExact,
} from '../../source/protocol/exact-json.ts';
import { anyText } from '../any-text.ts';
import { processorTime } from '../programs/processor-time.ts';
import { runs } from '../runs.ts';

/** Integers around and far beyond 2^53, both signs. */
const huge = fc.oneof(
	fc.bigInt(),
	fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 2n }),
	fc.constantFrom(2n ** 63n, -(2n ** 63n), 10n ** 15n, 10n ** 16n, -(10n ** 30n)),
);
/** Texts that resemble the tokens of the reader. */
const lookalike = fc.oneof(
	anyText(),
	huge.map(String),
	fc.constantFrom(
		'"12345678901234567890',
		'\\',
		'\\"',
		': 12345678901234567890,',
		'[9007199254740993]',
		'__proto__',
	),
);
const value = fc.letrec<{ any: unknown; leaf: unknown; list: unknown; fields: unknown }>((tie) => ({
	any: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('list'), tie('fields')),
	leaf: fc.oneof(
		huge,
		lookalike,
		fc.double({ noNaN: true, noDefaultInfinity: true }),
		fc.boolean(),
		fc.constant(null),
	),
	list: fc.array(tie('any'), { maxLength: 4 }),
	fields: fc.dictionary(lookalike, tie('any'), { maxKeys: 4 }),
})).any;

/** Returns a value after a round trip through JSON: safe integers are numbers, others bigints. */
function expectedOf(one: unknown): unknown {
	if (typeof one === 'bigint') return Number.isSafeInteger(Number(one)) ? Number(one) : one;
	if (typeof one === 'number') {
		const text = JSON.stringify(one);
		return /^-?\d+$/.test(text) && !Number.isSafeInteger(one) ? BigInt(text) : JSON.parse(text);
	}
	if (Array.isArray(one)) return one.map(expectedOf);
	if (typeof one !== 'object' || one === null) return one;
	return Object.fromEntries(Object.entries(one).map(([name, field]) => [name, expectedOf(field)]));
}

const blanks = fc.constantFrom(undefined, ' ', '\t', '  ');

describe('a written value is read back', () => {
	test('as are huge integers at any place, next to any text', () => {
		fc.assert(
			fc.property(value, blanks, (one, indent) => {
				expect(parseExact(stringifyExact(one, indent))).toEqual(expectedOf(one));
			}),
			{ numRuns: runs(125) },
		);
	});

	test('equals that of JSON if there is no huge integer', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (one) => {
				const safe: unknown = JSON.parse(JSON.stringify(one), (_, field: unknown) =>
					typeof field === 'number' && Number.isInteger(field) && !Number.isSafeInteger(field) ? 0 : field,
				);
				const text = JSON.stringify(safe);
				expect(stringifyExact(safe)).toBe(text);
				expect(parseExact(text)).toEqual(JSON.parse(text));
			}),
		);
	});

	test('a field called __proto__ is a field', () => {
		const read = parseExact(
			'{"__proto__": 12345678901234567890, "a": {"__proto__": [12345678901234567890]}}',
		);
		expect(Object.getOwnPropertyDescriptor(read, '__proto__')?.value).toBe(12345678901234567890n);
		expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
	});
});

test.each([
	['485715071346326385', 485715071346326385n],
	['-485715071346326385', -485715071346326385n],
	['9007199254740991', 9007199254740991],
	['9007199254740992', 9007199254740992n],
	['[ 1,\n9007199254740993 ]', [1, 9007199254740993n]],
	['{"a":9007199254740993,"b":9007199254740993.0}', { a: 9007199254740993n, b: 9007199254740992 }],
	[
		'[2000000000000000.0,9007199254740993e0,1E22,-9007199254740993E+1]',
		[2e15, 2 ** 53, 1e22, Number('-9007199254740993E+1')],
	],
	['[0.12345678901234567890,12345678901234567890]', [0.12345678901234568, 12345678901234567890n]],
	[
		'{"12345678901234567890":1,"x":12345678901234567890}',
		{ '12345678901234567890': 1, x: 12345678901234567890n },
	],
	[
		'["\\"",12345678901234567890,"\\\\",12345678901234567890]',
		['"', 12345678901234567890n, '\\', 12345678901234567890n],
	],
	['["a: 12345678901234567890"]', ['a: 12345678901234567890']],
])('%s', (text, read) => expect(parseExact(text)).toEqual(read));

test('parseExact reads excessive digits as JSON.parse does', () => {
	const digits = '9'.repeat(5_000);
	expect(parseExact(`[${digits},12345678901234567890]`)).toEqual([
		Number.POSITIVE_INFINITY,
		12345678901234567890n,
	]);
});

describe('text that JSON.parse refuses is refused', () => {
	test.each([
		'{12345678901234567890:1}',
		'{"a":1, 12345678901234567890 : 2}',
		'[012345678901234567890]',
		'[-012345678901234567890]',
		'[+12345678901234567890]',
		'[--12345678901234567890]',
		'[12345678901234567890.]',
		'[.12345678901234567890]',
		'[12345678901234567890e]',
		'[1 12345678901234567890]',
		'["a"12345678901234567890]',
		'[12345678901234567890"a"]',
		'[12345678901234567890n]',
		'[true12345678901234567890]',
		'["12345678901234567890,12345678901234567890]',
		'[12345678901234567890,"\\"]',
		'12345678901234567890,',
		"['12345678901234567890',12345678901234567890]",
	])('%s', (text) => {
		expect(() => JSON.parse(text)).toThrow(SyntaxError);
		expect(() => parseExact(text)).toThrow(SyntaxError);
	});

	test('no other text is accepted, after any deletion or insertion', () => {
		const piece = fc.constantFrom(
			'"',
			'\\',
			'{',
			'}',
			'[',
			']',
			':',
			',',
			' ',
			'-',
			'0',
			'.',
			'e',
			'12345678901234567890',
		);
		fc.assert(
			fc.property(value, fc.array(fc.tuple(fc.nat(), fc.nat(3), piece), { maxLength: 3 }), (one, edits) => {
				let text = stringifyExact(one);
				for (const [at, cut, put] of edits) {
					const place = at % (text.length + 1);
					text = text.slice(0, place) + put + text.slice(place + cut);
				}
				const outcome = (read: (text: string) => unknown) => {
					try {
						// Rounded, both are equal.
						return JSON.stringify(read(text), (_, field: unknown) =>
							typeof field === 'bigint' ? Number(field) : field,
						);
					} catch (error) {
						return error instanceof SyntaxError ? 'refused' : error;
					}
				};
				expect(outcome(parseExact)).toEqual(outcome(JSON.parse));
			}),
			{ numRuns: runs(250) },
		);
	});
});

describe('hostile texts take linear time', () => {
	const large = ',12345678901234567890';
	const million = 1_000_000;
	test.each([
		['quotes without an end', `[1${large},"${'\\"'.repeat(million)}`],
		['backslashes', `[1${large},"${'\\\\'.repeat(million)}"]`],
		['blanks', `[1${large},${' '.repeat(million)}${large}]`],
		['blanks behind integers', `[1${`${large}${' '.repeat(1_000)}`.repeat(1_000)}]`],
		['colons and blanks', `[1${large},${': '.repeat(million)}]`],
		['digits', `[${'9'.repeat(million)}]`],
		['digits with a fraction', `[${'9'.repeat(million)}.5${large}]`],
		['integers of many digits', `[1${`,${'9'.repeat(999)}`.repeat(1_000)}]`],
		['minus signs', `[1${large},${'-'.repeat(million)}]`],
		['depth', `${'['.repeat(million)}1${large}${']'.repeat(million)}`],
		['strings', `[1${large}${',"12345678901234567890"'.repeat(50_000)}]`],
		['one long string', `["${'x'.repeat(20 * million)}"${large}]`],
	])('%s', (_, text) => {
		const began = process.cpuUsage();
		try {
			parseExact(text);
		} catch (error) {
			expect(error).toBeInstanceOf(SyntaxError);
		}
		const { user } = process.cpuUsage(began);
		// A quadratic reader would take minutes.
		expect(user / 1e6).toBeLessThan(10);
	});
});

describe('ExactDecimal', () => {
	/** Decimal texts with up to 40 digits, as services may write them. */
	const decimalText = fc
		.tuple(
			fc.constantFrom('', '-'),
			fc.bigInt(0n, 10n ** 20n),
			fc.stringMatching(/^\d{1,20}$/),
			fc.constantFrom('', 'e2', 'E-3', 'e+10'),
		)
		.map(([sign, whole, fraction, exponent]) => `${sign}${whole}.${fraction}${exponent}`);
	/** Returns a decimal text as significand and exponent without zeros at the end. */
	const canonical = (text: string): string => {
		const [, sign = '', whole = '', fraction = '', exponent = '0'] =
			/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
		const digits = (whole + fraction).replace(/^0+/, '');
		const significand = digits.replace(/0+$/, '');
		const zeros = digits.length - significand.length;
		return significand === '' ? '0' : `${sign}${significand}e${Number(exponent) - fraction.length + zeros}`;
	};

	test('keeps the value of every fraction at any place', () => {
		fc.assert(
			fc.property(decimalText, lookalike, blanks, (text, name, indent) => {
				const json = `{"a": [${text} ,1], ${JSON.stringify(`x${name}`)}: {"b":${text}}, "c": "${text}"}`;
				const written = stringifyExact(parseExactDecimals(json), indent);
				const numbers = written.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? [];
				expect(numbers.map(canonical)).toEqual([text, '1', text].map(canonical));
				expect(JSON.parse(written).c).toBe(text);
			}),
			{ numRuns: runs(125) },
		);
	});

	test('is used only where a double is not enough', () => {
		expect(parseExactDecimals('[0.1, 100000000000000.5, 2000000000000000.0, 1.5e3]')).toEqual([
			0.1, 100_000_000_000_000.5, 2_000_000_000_000_000, 1500,
		]);
		expect(parseExactDecimals('[0.12345678901234567890, 12345678901234567890]')).toEqual([
			new ExactDecimal('0.12345678901234567890'),
			12_345_678_901_234_567_890n,
		]);
		expect(exactNumber('0.1')).toBe(0.1);
		expect(exactNumber('12345678901234567890')).toBe(12_345_678_901_234_567_890n);
		expect(exactNumber('0.30000000000000004')).toBe(0.1 + 0.2);
		expect(exactNumber('0.30000000000000001')).toEqual(new ExactDecimal('0.30000000000000001'));
	});

	test('is never lost by JSON.stringify', () => {
		expect(() => JSON.stringify([new ExactDecimal('0.1')])).toThrow(TypeError);
		expect(stringifyExact({ a: new ExactDecimal('0.10'), __proto__: null })).toBe('{"a":0.10}');
	});

	test.each([
		'01.23456789012345678',
		'1.2345678901234567.8',
		'+1.23456789012345678',
		'--1.23456789012345678',
		'{1.23456789012345678:1}',
		'1.23456789012345678e',
		'["1.23456789012345678]',
	])('does not make %s valid', (text) => {
		expect(() => JSON.parse(text)).toThrow();
		expect(() => parseExactDecimals(text)).toThrow();
	});

	test('is the only difference from parseExact', () => {
		fc.assert(
			fc.property(value, (one) => {
				const text = stringifyExact(one);
				expect(parseExactDecimals(text)).toEqual(parseExact(text));
			}),
		);
	});
});

const zeros = '0'.repeat(300_000);
test.each([
	['a fraction of 300,000 digits', `{"x":0.1${zeros}1}`],
	['an integer of 300,000 digits', `{"x":1${zeros}1}`],
	['1,000 fractions of 900 digits', `{"x":[${`0.1${'0'.repeat(900)}1,`.repeat(1_000)}1]}`],
	['300,000 blanks after numbers', `{"x":[12345678901234567890${' '.repeat(300_000)}]}`],
	['300,000 small numbers after a large one', `{"x":[12345678901234567890${',1'.repeat(300_000)}]}`],
	['300,000 signs', `{"x":12345678901234567890${'-'.repeat(300_000)}}`],
])('%s take little time', (_, text) => {
	const attempt = (parse: (text: string) => unknown) => () => {
		try {
			stringifyExact(parse(text));
		} catch (error) {
			expect(error).toBeInstanceOf(SyntaxError);
		}
	};
	expect(processorTime(attempt(parseExact))).toBeLessThan(3_000);
	expect(processorTime(attempt(parseExactDecimals))).toBeLessThan(3_000);
});

test('a long number keeps its digits', () => {
	expect(parseExactDecimals(`[0.1${zeros}1]`)).toEqual([new ExactDecimal(`0.1${zeros}1`)]);
});
