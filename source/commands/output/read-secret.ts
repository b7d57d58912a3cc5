import { ask } from './ask.ts';

/** Maximum length of a secret, characters. */
const MAX_SECRET_CHARACTERS = 10_000;

/**
 * Returns the first line of standard input, without its end. At a terminal, prints `question` first and does not show
 * the typed characters. Secrets are not arguments, because other users see the arguments of processes.
 */
export async function readSecret(question: string): Promise<string> {
	if (process.stdin.isTTY && process.stderr.isTTY) return ask(question, true);
	process.stdin.setEncoding('utf8');
	let text = '';
	for await (const chunk of process.stdin) {
		text += chunk;
		if (text.length > MAX_SECRET_CHARACTERS) break;
	}
	return text.split(/\r?\n/)[0] ?? '';
}
