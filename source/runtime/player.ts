import { spawn } from 'node:child_process';
import { codeOf } from '../basics/error.ts';
import { LocalError } from './adding/local-error.ts';

const next = "Set another 'player' in cockpit.json.";

/** Splits a command line at spaces outside quotes. No other character is special. */
export function partsOf(commandLine: string): string[] {
	return [...commandLine.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([part]) =>
		part.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
	);
}

/**
 * Starts a player in a process that outlives the cockpit. The address replaces '{url}' in its command line, or is
 * appended. Uses no shell. Resolves when the player runs, and rejects with the reason if it does not. `onFailure` gets
 * the reason of a later failure.
 */
export async function startPlayer(
	commandLine: string,
	url: string,
	onFailure: (reason: string) => void,
): Promise<void> {
	const [program = '', ...rest] = partsOf(commandLine);
	if (program === '') throw new LocalError(playerText.none, next);
	const isPlaced = rest.some((part) => part.includes('{url}'));
	const playerArguments = isPlaced ? rest.map((part) => part.replaceAll('{url}', url)) : [...rest, url];
	const player = spawn(program, playerArguments, { detached: true, stdio: 'ignore' });
	player.unref();
	player.once('exit', (code, signal) => {
		if (code !== 0) onFailure(playerText.ended(program, signal ? `by ${signal}` : `with code ${code}`));
	});
	await new Promise<void>((resolve, reject) => {
		player.once('spawn', resolve);
		player.once('error', (error) =>
			reject(new LocalError(startFailure(program, error), next, { cause: error })),
		);
	});
}

export const playerText = {
	none: 'No player is set.',
	absent: (program: string) => `There is no program '${program}'.`,
	forbidden: (program: string) => `'${program}' may not be run.`,
	ended: (program: string, how: string) => `${program} ended ${how}. Try it in a shell. ${next}`,
} as const;

function startFailure(program: string, error: Error): string {
	const code = codeOf(error);
	if (code === 'ENOENT') return playerText.absent(program);
	if (code === 'EACCES') return playerText.forbidden(program);
	return `'${program}' cannot be run: ${error.message}.`;
}
