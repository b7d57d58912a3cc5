import { readIni } from '../../source/client/discovery/ini.ts';
import { outcome, type Trial } from './trial.ts';

/** Files in the field are ConfigObj's: nested sections, triple quotes and comments after values. */
const texts: Readonly<Record<string, string>> = {
	'nested section': '[api]\nkey = right\n[[other]]\nkey = wrong\n',
	'triple quotes': '[api]\nkey = """right"""\n',
	'lines in triple quotes': '[api]\nkey = right\nnote = """\nkey = wrong\n"""\n',
	'comment after a value': '[api]\nkey = right # a comment\n',
	JSON: '{"key": 1}',
};

export const ini: Trial = {
	name: 'ini',
	packages: ['ini@5.0.0'],
	async run(load) {
		const { parse } = (await load('ini')) as {
			parse(text: string): { readonly api?: { readonly key?: unknown } };
		};
		return Object.entries(texts).flatMap(([title, text]) => [
			title,
			`    library ${outcome(() => parse(text).api?.key ?? parse(text))}`,
			`    ours    ${outcome(() => readIni(text)?.get('api')?.get('key') ?? 'refused')}`,
		]);
	},
};
