import type { FoundService } from '../client/discovery/find-service.ts';
import { exitCodes } from './failure.ts';
import {
	chooseService,
	chosenStateFolder,
	limitsOf,
	requireService,
	type ServiceFlags,
} from './service-options.ts';

/** What seedtop does when it is given no command: the cockpit, or without a terminal one plain snapshot. */
export async function runCockpit(flags: ServiceFlags): Promise<number> {
	if (flags.apiKey !== undefined) process.title = 'seedtop'; // Takes the key out of the list of processes.
	return process.stdout.isTTY && process.stdin.isTTY ? open(flags) : print(flags);
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
	const { readKey, startOwnService } = await import('./own-service.ts');
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
	// That nothing runs is an ordinary answer to 'what is there?', not a fault of the line to a service.
	const service = await requireService(flags, exitCodes.failed);
	const { snapshot } = await import('./snapshot.ts');
	process.stdout.write(await snapshot(service, limitsOf(flags)));
	return 0;
}
