import { literalsIn } from './literals.ts';

/** Minimum number of words of a text. Shorter ones are equal by chance. */
const MIN_WORDS = 3;

/** A text in a test that is also in source. */
export interface Copy {
	readonly file: string;
	readonly line: number;
	readonly text: string;
	/** The module that has the text. */
	readonly source: string;
}

/** The texts in the literals of source. */
export class SourceTexts {
	/** Shortest first, so that the closest text to a copy is found first. */
	readonly #texts: readonly (readonly [text: string, file: string])[];
	/** All texts in one string: it is searched for each literal of each test. */
	readonly #all: string;

	constructor(files: readonly (readonly [file: string, code: string])[]) {
		this.#texts = files
			.flatMap(([file, code]) =>
				literalsIn(code).flatMap(({ texts }) => texts.map((text) => [text, file] as const)),
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

/** Returns the texts of a test that are copied from source. Titles of tests may repeat texts. */
export function copiesIn(file: string, code: string, sources: SourceTexts): readonly Copy[] {
	return literalsIn(code)
		.filter(({ isTitle }) => !isTitle)
		.flatMap(({ line, texts }) =>
			texts
				.map((text) => text.trim())
				.filter(isSentence)
				.flatMap((text) => {
					const source = sources.fileWith(text);
					return source === undefined ? [] : [{ file, line, text, source }];
				}),
		);
}

function isSentence(text: string): boolean {
	return /[a-z]{2}/.test(text) && text.trim().split(/\s+/).length >= MIN_WORDS;
}
