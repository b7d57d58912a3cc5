import { test } from 'vitest';
import { fixture } from './fixture.ts';
import { start } from './pty.ts';

/** Shows the input that the next program on the terminal receives. */
export const thenPrintInput = `${fixture}; IFS= read -rs -t 1 -n 50 rest; printf 'typed<%q>' "$rest"; read -r`;

/** How a program ends, and the key that ends it. */
export function testLateAnswers(cases: readonly (readonly [name: string, key: string])[]): void {
	test.each(cases)('types no text into the shell %s, however late its answers', async (_name, key) => {
		const session = start(thenPrintInput, { columns: 100, rows: 24, answersAfter: 120 });
		await session.shows('ready');
		session.type('f');
		await session.shows('flood');
		session.type(key);
		await session.shows("typed<''>");
	});
}
