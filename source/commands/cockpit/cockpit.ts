import { setTimeout as delay } from 'node:timers/promises';
import type { FoundService, Skipped } from '../../client/discovery/find-service.ts';
import type { CockpitOptions } from '../../tui/shell/start.ts';
import { exitCodes } from '../declaration/failure.ts';
import {
	chosenOwner,
	chosenStateFolder,
	findChosen,
	limitsOf,
	noService,
	refinder,
	requireService,
	type ServiceFlags,
	skippedText,
} from '../service-command/service-options.ts';
import type { CockpitFlags } from './options.ts';
import type { CockpitContexts } from './other-contexts.ts';

export const cockpitText = {
	started: "Started seedtop in the background. Stop it with 'seedtop shutdown'.",
} as const;

/** Maximum wait for a connection, ms. A local one takes less than one. */
const EARLY_WAIT_MS = 5;

/** Runs seedtop without a command: the cockpit, or a plain snapshot without a terminal. */
export async function runCockpit(flags: ServiceFlags & CockpitFlags): Promise<number> {
	if (flags.apiKey !== undefined) process.title = 'seedtop'; // Removes the key from the list of processes.
	return process.stdout.isTTY && process.stdin.isTTY ? open(flags) : print(flags);
}

async function open(flags: ServiceFlags & CockpitFlags): Promise<number> {
	const [{ openCockpit }, { limitNewSpace }] = await Promise.all([
		import('./open-cockpit.ts'),
		import('./new-space.ts'),
	]);
	limitNewSpace();
	const finder = serviceFinder(flags);
	const { find } = finder;
	const code = await openCockpit({ find, address: flags.url, logFolder: chosenStateFolder(flags) }, flags);
	const url = finder.startedUrl();
	if (url !== undefined)
		process.stdout.write(`seedtop keeps running at ${url}. Stop it with 'seedtop shutdown'.\n`);
	return code;
}

/** Returns the search for the service that the flags choose. It starts our own service if none runs. */
export function serviceFinder(flags: ServiceFlags & CockpitFlags): {
	readonly find: CockpitOptions['find'];
	/** Returns the address of the started service; undefined if another one was found. */
	readonly startedUrl: () => string | undefined;
} {
	let started: FoundService | undefined;
	const find = async () => {
		const skipped: Skipped[] = [];
		let notice: string | undefined;
		const found =
			(await findChosen(flags, {
				onSkip: (place) => skipped.push(place),
				onOther: (text) => {
					notice = text;
				},
			})) ?? (await firstContext(flags));
		// The dialect of a service named by the user is detected in parallel with the first requests.
		if (found) {
			const detect = found.explicit && flags.generation === undefined;
			return {
				...(await withEarlyList(found)),
				detect,
				notice,
				refind: refinder(flags, found),
				...(await otherContexts(flags, found)),
			};
		}
		if ((await chosenOwner(flags)) === 'other') throw await noService(flags, skipped, exitCodes.failed);
		started = await startService(chosenStateFolder(flags));
		const others = skipped.length === 0 ? '' : ` No other service was found: ${skippedText(skipped)}.`;
		notice = `${cockpitText.started}${others}`;
		return { ...started, notice, refind: refinder(flags, started), ...(await otherContexts(flags, started)) };
	};
	return { find, startedUrl: () => started?.url };
}

/** Sends the first request before the modules of the cockpit are loaded, which blocks the process for some time. */
async function withEarlyList(found: FoundService) {
	const { EarlyList } = await import('../../client/early-list.ts');
	const early = new EarlyList(found);
	// A distant service is connected between two modules.
	await Promise.race([early.left, delay(EARLY_WAIT_MS)]);
	return { ...found, early, requestLog: early.requestLog };
}

/** Returns the first context, if no service runs and none was requested. */
async function firstContext(flags: ServiceFlags): Promise<FoundService | undefined> {
	if (flags.service !== undefined || flags.stateDir !== undefined) return undefined;
	const [{ readContexts }, { serviceOf }] = await Promise.all([
		import('../context/contexts-file.ts'),
		import('../context/choose-context.ts'),
	]);
	const [context] = (await readContexts()).contexts;
	return context && serviceOf(context, flags);
}

/** Loaded on demand, because help needs none of it. */
async function otherContexts(flags: ServiceFlags, found: FoundService): Promise<CockpitContexts> {
	return (await import('./other-contexts.ts')).otherContexts(found, chosenStateFolder(flags));
}

/** Starts our own service in the background. */
async function startService(stateFolder: string): Promise<FoundService> {
	const { readKey, startOwnService } = await import('../serve/own-service.ts');
	const announcement = await startOwnService(stateFolder);
	return {
		url: announcement.url,
		apiKey: readKey(announcement),
		source: `our own service in ${stateFolder}`,
		explicit: false,
		owner: 'own',
		generation: 'B',
		dialect: 'interface',
		version: announcement.version,
		extensions: announcement.extensions,
		local: true,
	};
}

async function print(flags: ServiceFlags): Promise<number> {
	// Without a service, the snapshot fails with 1: no connection was requested.
	const service = await requireService(flags, exitCodes.failed);
	const { printSnapshot } = await import('./snapshot.ts');
	await printSnapshot(service, limitsOf(flags));
	return 0;
}
