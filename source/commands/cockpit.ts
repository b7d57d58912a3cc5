import type { Command } from 'commander';
import type { FoundService, Skipped } from '../client/discovery/find-service.ts';
import { CommandFailure } from './failure.ts';
import { readKey, startOwnService } from './own-service.ts';
import { addServiceOptions, chooseService, chosenStateFolder, type ServiceFlags } from './service-options.ts';

/** What seedtop does when it is given no command: the cockpit, or without a terminal one plain snapshot. */
export function declareCockpit(program: Command): void {
	addServiceOptions(program).action(async (flags: ServiceFlags) => {
		if (flags.apiKey !== undefined) process.title = 'seedtop'; // Takes the key out of the list of processes.
		process.exitCode = process.stdout.isTTY && process.stdin.isTTY ? await open(flags) : await print(flags);
	});
}

async function open(flags: ServiceFlags): Promise<number> {
	const found = await chooseService(flags);
	const service = found ?? (await begin(chosenStateFolder(flags)));
	const { startCockpit } = await import('../tui/start.tsx');
	const notice = found
		? undefined
		: "A service was started. It goes on when you quit; 'seedtop shutdown' stops it.";
	const code = await startCockpit({ ...service, notice });
	if (!found) {
		process.stdout.write(`The service goes on at ${service.url}. Stop it with 'seedtop shutdown'.\n`);
	}
	return code;
}

/** Nobody runs a service: ours, in the background. */
async function begin(stateFolder: string): Promise<FoundService> {
	process.stderr.write('No service runs here: starting one in the background…\n');
	const announcement = await startOwnService(stateFolder);
	return {
		url: announcement.url,
		apiKey: readKey(announcement),
		source: `our own service in ${stateFolder}`,
		explicit: false,
		generation: 'B',
	};
}

async function print(flags: ServiceFlags): Promise<number> {
	const skipped: Skipped[] = [];
	const found = await chooseService(flags, (place) => skipped.push(place));
	if (!found) {
		const looked = skipped.map(({ source, reason }) => `${source} ${reason}`).join('; ');
		throw new CommandFailure(
			`There is no service to ask${looked === '' ? '' : ` (${looked})`}. Start one with 'seedtop serve', or name one with --url.`,
		);
	}
	const { snapshot } = await import('./snapshot.ts');
	process.stdout.write(await snapshot(found));
	return 0;
}
