import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { either, flag, list, repeated, text } from '../../source/commands/declaration/options.ts';
import { parseWords } from '../../source/commands/declaration/parse-words.ts';
import { program } from '../../source/commands/registry.ts';
import { anyText } from '../any-text.ts';

const options = [
	text('-o, --output <file>', 'file'),
	text('--api-key <key>', 'key'),
	repeated('--allow-host <name>', 'host'),
	list('--status <list>', 'statuses'),
	flag('-f, --follow', 'follow'),
	flag('--no-header', 'header'),
	either('--ascii', 'ascii'),
	either('--no-ascii', 'no ascii'),
];

function parse(line: string | readonly string[], verbs: readonly string[] = []) {
	const words = typeof line === 'string' ? line.split(' ') : line;
	const parsed = parseWords(words, options, verbs, 'seedtop x');
	return { ...parsed, options: Object.fromEntries(parsed.options) };
}

describe('parseWords', () => {
	test.each([
		['--output a', { output: 'a' }],
		['--output=a', { output: 'a' }],
		['--output a --output b', { output: 'b' }],
		['-o a', { output: 'a' }],
		['-oa', { output: 'a' }],
		['-fo a', { follow: true, output: 'a' }],
		['-foa', { follow: true, output: 'a' }],
		['--output -', { output: '-' }],
		['--output --follow', { output: '--follow' }],
		['--output=', { output: '' }],
		['--allow-host a --allow-host b', { allowHost: ['a', 'b'] }],
		['--follow --follow', { follow: true }],
		['--no-header', { header: false }],
		['--no-ascii --ascii', { ascii: true }],
		['--ascii --no-ascii', { ascii: false }],
	])('reads %s', (line, given) => {
		expect(parse(line)).toEqual({ options: given, unknown: undefined, verb: undefined, rest: [] });
	});

	test.each([
		['a --follow b', { follow: true }, ['a', 'b']],
		['--follow true', { follow: true }, ['true']],
		['-f false', { follow: true }, ['false']],
		['a -- --follow -- b', {}, ['a', '--follow', '--', 'b']],
		['- -5 007 0x10 1e3', {}, ['-', '-5', '007', '0x10', '1e3']],
	])('separates options and arguments: %s', (line, given, rest) => {
		expect(parse(line)).toMatchObject({ options: given, unknown: undefined, rest });
	});

	test.each([
		['--color', '--color'],
		['--color=red', '--color=red'],
		['--fooBar x', '--fooBar'],
		['--header', '--header'],
		['--no-follow', '--no-follow'],
		['--no-output', '--no-output'],
		['--output.x y', '--output.x'],
		['--constructor', '--constructor'],
		['-x', '-x'],
		['-fx', '-x'],
	])('reports the unknown option of %s', (line, unknown) => {
		expect(parse(line).unknown).toBe(unknown);
	});

	test.each(['--output', '-o', '-fo', '--follow --allow-host'])('refuses %s without a value', (line) => {
		expect(() => parse(line)).toThrow(/argument missing \(see 'seedtop x --help'\)/);
	});

	test.each([
		['--follow ls --all x', 'ls', ['--all', 'x']],
		['--output ls add', 'add', []],
		['-- ls --all', 'ls', ['--all']],
		['--follow', undefined, []],
		['ls -- --all', 'ls', ['--', '--all']],
	])('stops at the verb: %s', (line, verb, rest) => {
		expect(parse(line, ['ls', 'add'])).toMatchObject({ unknown: undefined, verb, rest });
	});

	test('takes the word after an unknown option for the verb', () => {
		expect(parse('--color ls add', ['ls', 'add'])).toMatchObject({
			unknown: '--color',
			verb: 'ls',
			rest: ['add'],
		});
	});

	test.each(['lss', 'two words', ''])('returns the unknown verb "%s"', (verb) => {
		expect(parse(['--follow', verb], ['ls', 'add'])).toMatchObject({ options: { follow: true }, verb });
	});

	test('keeps every value and argument as it is', () => {
		fc.assert(
			fc.property(
				fc.constantFrom('space', 'equals'),
				anyText(),
				fc.array(fc.string({ unit: 'grapheme' })),
				fc.array(fc.string()),
				(form, value, hosts, rest) => {
					const words = form === 'space' ? ['--output', value] : [`--output=${value}`];
					const more = hosts.flatMap((host) => ['--allow-host', host]);
					const parsed = parse([...words, ...more, '--', ...rest]);
					expect(parsed.options).toEqual({
						output: value,
						...(hosts.length > 0 ? { allowHost: hosts } : {}),
					});
					expect(parsed.rest).toEqual(rest);
				},
			),
		);
	});

	test('never ends the process', () => {
		const word = fc.oneof(
			fc.constantFrom(
				'--',
				'-',
				'--output',
				'-o',
				'-f',
				'--no-header',
				'--ascii',
				'ls',
				'--help',
				'--version',
			),
			fc.string(),
			fc.string().map((name) => `--${name}`),
			fc.string().map((name) => `-${name}`),
		);
		fc.assert(
			fc.property(fc.array(word), fc.boolean(), (words, hasVerbs) => {
				try {
					parse(words, hasVerbs ? ['ls'] : []);
				} catch (error) {
					expect(String(error)).toContain('argument missing');
				}
			}),
		);
	});

	test('knows every option of every command', () => {
		const below = (declarations: typeof program.verbs): typeof program.verbs =>
			declarations.flatMap((each) => [each, ...below(each.verbs)]);
		for (const { name, options: declared } of below([program])) {
			for (const option of Object.values(declared)) {
				const [flags = ''] = option.flags.split(/ (?=<)/);
				for (const each of flags.split(', ')) {
					const words = option.flags.includes('<') ? [each, '1'] : [each];
					const parsed = parseWords(words, Object.values(declared), [], name);
					expect([each, parsed.unknown, parsed.rest]).toEqual([each, undefined, []]);
					expect(parsed.options.size).toBe(1);
				}
			}
		}
	});
});
