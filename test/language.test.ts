import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commentsIn } from './language/comments.ts';
import { headlessSentences, proseOf } from './language/openers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const files = ['source', 'test'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.(tsx?|mjs|cjs)$/.test(name))
		.map((name) => `${folder}/${name}`),
);
const documents = [
	'README.md',
	...readdirSync(join(root, 'docs'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];

const folderOf = (path: string) => path.split('/').slice(0, 2).join('/');

const found = files.map((path) => ({
	path,
	sentences: commentsIn(read(path)).flatMap(({ text, line }) => headlessSentences(text, line)),
}));

/** Returns a line for each sentence: 'path:line: text'. */
function report(places: typeof found): readonly string[] {
	return places.flatMap(({ path, sentences }) =>
		sentences.map(({ line, text }) => `${path}:${line}: ${text}`),
	);
}

test.each([...new Set(files.map(folderOf))].sort())(
	'%s: no comment begins with a headless clause',
	(folder) => {
		const ofFolder = found.filter(({ path }) => folderOf(path) === folder);
		expect(report(ofFolder)).toEqual([]);
	},
);

test.each(documents)('%s: no sentence begins with a headless clause', (path) => {
	const sentences = headlessSentences(proseOf(read(path)), 1);
	expect(report([{ path, sentences }])).toEqual([]);
});

describe('commentsIn', () => {
	test.each([
		["const a = 'x'; // one", ['one']],
		['const a = \'https://x\'; const b = "/* no */";', []],
		['const a = /\\/\\/[/*]/.test(b) ? 1 / 2 : 3 / 4; // one', ['one']],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: This is code in a string.
		['const a = `// no ${b /* one */ + `// ${{ c }}`} // no`; /** two */', ['one', 'two']],
		['// one\n// goes on\n\n// two\nf(); // three\n', ['one\ngoes on', 'two', 'three']],
		['/**\n * One.\n * Two.\n */', ['One.\nTwo.']],
		["<Text a={/x'/}>don't</Text> // one", ['one']],
	])('finds the comments of %j', (code, comments) => {
		expect(commentsIn(code).map(({ text }) => text.trim())).toEqual(comments);
	});

	test('gives the line of a comment', () => {
		expect(commentsIn('a;\n\n// one\n// two\nb; /* three */').map(({ line }) => line)).toEqual([3, 5]);
	});
});

describe('headlessSentences', () => {
	test.each([
		['What rested begins anew.', ['1: What rested begins anew.']],
		['Idle tracks restart. Who asks\nis told.', ['1: Who asks is told.']],
		['It ends:\nWhatever comes, waits', ['2: Whatever comes, waits']],
		['What is it?\n\n- Of a list item', ['3: Of a list item']],
		['Whether it is open. Nothing in it says\nThat or Where.', []],
	])('reads %j', (text, sentences) => {
		expect(headlessSentences(text, 1).map(({ line, text }) => `${line}: ${text}`)).toEqual(sentences);
	});

	test('ignores code blocks and questions in the headings of documents', () => {
		const page = '# What does it do?\n\n```\nWhat is\n```\n\n| a | Who reads |\n\n## Of folders\n';
		expect(headlessSentences(proseOf(page), 1).map(({ text }) => text)).toEqual([
			'Who reads |',
			'Of folders',
		]);
	});
});
