import type { CodeFile } from '../code/code-file.ts';
import { except, type Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** Texts of tests that also occur in source, with the reason why they are not imported from there. */
const exceptions: Readonly<Record<string, string>> = {
	'Could not find': 'Services in the field send it, and the client recognizes it.',
	'Not contacted yet': 'Services in the field send it.',
	'Traceback (most recent call last):': 'Python writes it, and oneLine recognizes it.',
	'your channel has not been created': 'Services in the field send it.',
	'PRAGMA journal_mode = WAL;': 'It is SQL.',
	'PRAGMA user_version =': 'It is SQL.',
	'a magnet link': 'It is a part of a title.',
	'-o, --output <file>': 'It is the input of a parser.',
	'The disk of': 'A service of a test sends it.',
	'does not exist': 'Services in the field send it.',
	'does not offer': 'It must not be on the screen.',
	'no such name': 'A user types it.',
	'api GET /downloads': 'A user types it.',
	'seedtop api PA': 'A user types it.',
	'seedtop completion z': 'A user types it.',
	'seedtop events --type torrent_fin': 'A user types it.',
};

/** Minimum number of words of a text. Shorter ones are equal by chance. */
const MIN_WORDS = 3;

/** Reports texts of tests that are copied from source. Titles of tests may repeat texts. */
export function copiedTexts({ code }: Project, allowed = exceptions): readonly Finding[] {
	const sources = new SourceTexts(code.filter(({ path }) => path.startsWith('source/')));
	const found = code
		.filter(({ path }) => path.startsWith('test/'))
		.flatMap(({ path, literals }) =>
			literals
				.filter(({ isTitle }) => !isTitle)
				.flatMap(({ line, texts }) => texts.map((text) => ({ line, text: text.trim() })))
				.filter(({ text }) => isSentence(text))
				.flatMap(({ line, text }) => {
					const source = sources.fileWith(text);
					const sentence = `'${text}' is a text of ${source}. Export it there and import it.`;
					return source === undefined ? [] : [{ key: text, file: path, line, sentence }];
				}),
		);
	return except(found, allowed, 'test/lint/rules/copied-texts.ts');
}

/** The texts in the literals of source. */
class SourceTexts {
	/** Shortest first, so that the closest text to a copy is found first. */
	readonly #texts: readonly (readonly [text: string, file: string])[];
	/** All texts in one string: it is searched for each literal of each test. */
	readonly #all: string;

	constructor(files: readonly CodeFile[]) {
		this.#texts = files
			.flatMap(({ path, literals }) =>
				literals.flatMap(({ texts }) => texts.map((text) => [text, path] as const)),
			)
			.filter(([text]) => isSentence(text))
			.toSorted(([one], [other]) => one.length - other.length);
		this.#all = this.#texts.map(([text]) => text).join('\0');
	}

	/** Returns the file that has a text in one of its literals. */
	fileWith(text: string): string | undefined {
		if (!this.#all.includes(text)) return undefined;
		return this.#texts.find(([all]) => all.includes(text))?.[1];
	}
}

function isSentence(text: string): boolean {
	return /[a-z]{2}/.test(text) && text.trim().split(/\s+/).length >= MIN_WORDS;
}
