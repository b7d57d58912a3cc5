import { parseExact, stringifyExact } from '../../source/protocol/exact-json.ts';
import { benchAnswer } from '../bench/big-list.ts';
import { outcome, shortest, type Trial } from './trial.ts';

type Parse = (text: string) => unknown;

interface JsonLibrary {
	parse: Parse;
	stringify(value: unknown): string | undefined;
}

const large = 12_345_678_901_234_567_890n;
const DEPTH = 20_000;
const nested = `${'['.repeat(DEPTH)}${large}${']'.repeat(DEPTH)}`;

export const json: Trial = {
	name: 'json',
	packages: ['json-bigint@1.0.0', 'lossless-json@4.3.3'],
	async run(load) {
		const { default: jsonBigint } = (await load('json-bigint')) as {
			default: (options: object) => JsonLibrary;
		};
		const lossless = (await load('lossless-json')) as {
			parse(text: string, reviver: undefined, number: (digits: string) => unknown): unknown;
			stringify(value: unknown): string | undefined;
		};
		const number = (digits: string) => {
			const value = Number(digits);
			return /^-?\d+$/.test(digits) && !Number.isSafeInteger(value) ? BigInt(digits) : value;
		};
		const big = jsonBigint({ useNativeBigInt: true });
		const readers: Readonly<Record<string, JsonLibrary>> = {
			JSON,
			ours: { parse: parseExact, stringify: stringifyExact },
			'json-bigint': big,
			'lossless-json': {
				parse: (text) => lossless.parse(text, undefined, number),
				stringify: lossless.stringify,
			},
		};
		const list = benchAnswer(10_000).toString();
		const one = list.replace('"num_seeds":2', `"num_seeds":${large}`);
		const value: unknown = JSON.parse(list);
		const proto = '{"__proto__": {"admin": true}, "constructor": 1}';
		return Object.entries(readers).flatMap(([name, { parse, stringify }]) => [
			name,
			`    10,000 downloads, ${(list.length / 1e6).toFixed(1)} MB: parse ${shortest(() => parse(list))} ms, with one large integer ${shortest(() => parse(one))} ms, stringify ${shortest(() => stringify(value))} ms`,
			`    ${large}: ${outcome(() => String((parse(`[${large}]`) as unknown[])[0]))}`,
			`    2000000000000000.0, 1e400: ${outcome(() => String(parse('[2000000000000000.0, 1e400]')))}`,
			`    __proto__: ${outcome(() => Object.keys(parse(proto) as object))}`,
			`    depth ${DEPTH}: ${outcome(() => Array.isArray(parse(nested)))}`,
			`    invalid [01]: ${outcome(() => parse('[01]'))}`,
			`    control character in a string: ${outcome(() => parse('["\u0001"]'))}`,
		]);
	},
};
