import { homedir } from 'node:os';
import { baseUrl } from '../../client/discovery/address.ts';
import { announcedCandidate } from '../../client/discovery/announced.ts';
import type { FoundService } from '../../client/discovery/find-service.ts';
import { oneLine } from '../../format/one-line.ts';
import type { ChangedServices, NamedService } from '../../tui/shell/start.ts';
import { serviceOf } from '../context/choose-context.ts';
import type { Context } from '../context/contexts.ts';
import { readContexts } from '../context/contexts-file.ts';
import { describeFailure } from '../declaration/failure.ts';

/** Services of a cockpit besides the one that it opens. */
export interface CockpitContexts {
	/** Name of the opened service; undefined if there are no others. */
	readonly name?: string;
	readonly others?: readonly NamedService[];
	/** Reads the contexts again and returns the differences to the last reading. */
	readonly rereadContexts?: () => Promise<ChangedServices>;
	/** Whether a process of this machine announced itself at the address of the opened service. */
	readonly local?: boolean;
	/** Contexts without their key, and an unusable file, as sentences. */
	readonly faults: readonly string[];
}

/** Maximum characters of the name of a service without a context. */
const MAX_NAME = 60;

/**
 * Returns the names of the opened service and of all other contexts. A file with faults has none. `stateFolder`: state
 * folder of seedtop's own service, whose disk the cockpit can read.
 */
export async function otherContexts(found: FoundService, stateFolder: string): Promise<CockpitContexts> {
	try {
		const { contexts } = await readContexts();
		if (contexts.length === 0) return { faults: [] };
		const announced = await announcedCandidate(stateFolder, homedir(), () => {});
		const isLocal = (url: string) => announced?.url === url;
		const local = found.local === true || isLocal(found.url);
		const own = contexts.find(
			({ name, url }) => name === found.context || (!found.context && isAddress(url, found)),
		);
		const readings = await Promise.all(contexts.map(namedService));
		const others = readings.filter(({ service }) => service.name !== own?.name);
		if (others.length === 0) return { local, faults: [] };
		const withPlace = (service: NamedService) => ({ ...service, local: isLocal(service.url) });
		const host = oneLine(found.url.replace(/^https?:\/\//, ''), MAX_NAME);
		let known = readings.map(({ service }) => service);
		return {
			name: own?.name ?? host,
			local,
			others: others.map(({ service }) => withPlace(service)),
			faults: others.flatMap(({ fault }) => fault ?? []),
			rereadContexts: async () => {
				const before = known;
				const now = await Promise.all((await readContexts()).contexts.map(namedService));
				known = now.map(({ service }) => service);
				const { removed, changed, added } = differences(before, known);
				return {
					removed,
					changed: changed.map(withPlace),
					added: added.map(withPlace),
					faults: now.flatMap(({ fault }) => fault ?? []),
				};
			},
		};
	} catch (error) {
		return { faults: [describeFailure(error)] };
	}
}

function differences(before: readonly NamedService[], now: readonly NamedService[]) {
	const old = new Map(before.map((service) => [service.name, service]));
	const names = new Set(now.map(({ name }) => name));
	return {
		removed: [...old.keys()].filter((name) => !names.has(name)),
		changed: now.filter(({ name, url, apiKey }) => {
			const last = old.get(name);
			return last !== undefined && (last.url !== url || last.apiKey !== apiKey);
		}),
		added: now.filter(({ name }) => !old.has(name)),
	};
}

function isAddress(url: string, found: FoundService): boolean {
	return baseUrl(url, 'url') === found.url;
}

/** Returns the service of a context. Without its key, the service reports that it refuses the requests. */
async function namedService(
	context: Context,
): Promise<{ readonly service: NamedService; readonly fault?: string }> {
	const { name } = context;
	try {
		return { service: { ...(await serviceOf(context)), name, detect: true } };
	} catch (error) {
		const { key_file: _, ...keyless } = context;
		const service = { ...(await serviceOf(keyless)), name, detect: true };
		return { service, fault: describeFailure(error) };
	}
}
