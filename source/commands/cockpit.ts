import type { FoundService } from '../client/discovery/find-service.ts';
import type { CockpitFlags } from './cockpit-options.ts';
import { exitCodes } from './failure.ts';
import {
	chosenStateFolder,
	findChosen,
	limitsOf,
	requireService,
	type ServiceFlags,
} from './service-options.ts';

/** What seedtop does when it is given no command: the cockpit, or without a terminal one plain snapshot. */
export async function runCockpit(flags: ServiceFlags & CockpitFlags): Promise<number> {
	if (flags.apiKey !== undefined) process.title = 'seedtop'; // Takes the key out of the list of processes.
	return process.stdout.isTTY && process.stdin.isTTY ? open(flags) : print(flags);
}

async function open(flags: ServiceFlags & CockpitFlags): Promise<number> {
	const { openCockpit } = await import('./open-cockpit.ts');
	let started: FoundService | undefined;
	const find = async () => {
		const found = await findChosen(flags);
		// What a service that the user named really is, is found out while it is asked already.
		if (found) return { ...found, detect: found.explicit && flags.generation === undefined };
		started = await begin(chosenStateFolder(flags));
		const notice = "A service was started. It goes on when you quit; 'seedtop shutdown' stops it.";
		return { ...started, notice };
	};
	const code = await openCockpit({ find, address: flags.url }, flags);
	if (started) {
		process.stdout.write(`The service goes on at ${started.url}. Stop it with 'seedtop shutdown'.\n`);
	}
	return code;
}

/** Nobody runs a service: ours, in the background. */
async function begin(stateFolder: string): Promise<FoundService> {
	const { readKey, startOwnService } = await import('./own-service.ts');
	const announcement = await startOwnService(stateFolder);
	return {
		url: announcement.url,
		apiKey: readKey(announcement),
		source: `our own service in ${stateFolder}`,
		explicit: false,
		generation: 'B',
		local: true,
	};
}

async function print(flags: ServiceFlags): Promise<number> {
	// That nothing runs is an ordinary answer to 'what is there?', not a fault of the line to a service.
	const service = await requireService(flags, exitCodes.failed);
	const { snapshot } = await import('./snapshot.ts');
	process.stdout.write(await snapshot(service, limitsOf(flags)));
	return 0;
}
