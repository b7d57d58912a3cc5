import { CommandFailure, exitCodes, usage } from '../declaration/failure.ts';
import { flag } from '../declaration/options.ts';
import { ask } from './ask.ts';

export const yesOption = flag('-y, --yes', 'do not ask for confirmation');

/** Failures of a confirmation. */
export const confirmText = {
	withoutTerminal: (question: string) => `${question} Without a terminal, confirm with --yes.`,
	nothingDone: 'Nothing was done.',
};

/**
 * Asks for confirmation on a terminal. `question` names the action and its target, sanitized. Without a terminal,
 * --yes is required. Throws if the answer is not yes, or not `word` if given. A y typed ahead does not match that
 * word.
 */
export async function confirm(
	yes: boolean,
	question: string,
	details: readonly string[] = [],
	word?: string,
): Promise<void> {
	if (yes) return;
	if (!process.stdin.isTTY || !process.stderr.isTTY) {
		throw usage(confirmText.withoutTerminal(question), details);
	}
	for (const line of details) process.stderr.write(`  ${line}\n`);
	const prompt = word === undefined ? '[y/N]' : `Type ${word} to confirm:`;
	const answer = (await ask(`${question} ${prompt} `)).trim();
	const isConfirmed = word === undefined ? /^y(es)?$/i.test(answer) : answer === word;
	if (!isConfirmed) throw new CommandFailure(confirmText.nothingDone, exitCodes.failed);
}
