import { isStalled } from '../columns/download-state.ts';
import { trackerHost } from '../columns/tracker-hosts.ts';
import type { Download } from '../protocol/resources/download.ts';
import type { Tracker } from '../protocol/resources/tracker.ts';

/** A yes-or-no condition of a download. */
interface Condition {
	/** Meaning, in a few words. */
	readonly about: string;
	/** Undefined if the service does not report enough. */
	readonly holds: (download: Download) => boolean | undefined;
	/** Names in other programs. */
	readonly synonyms?: readonly string[];
}

const isChecking = (status: string) => status === 'HASHCHECKING' || status === 'WAITING4HASHCHECK';
const isStopped = ({ status }: Download) => status.startsWith('STOPPED');
const isActive = ({ speed_down, speed_up }: Download) => either(above0(speed_down), above0(speed_up));
const isComplete = ({ progress, size, status }: Download) => {
	if (isChecking(status)) return false;
	if (progress === undefined) return undefined;
	return progress >= 1 ? above0(size) : false;
};

function above0(number: number | undefined): boolean | undefined {
	return number === undefined ? undefined : number > 0;
}

/** Returns whether one or the other holds; each may be unknown. */
function either(one: boolean | undefined, other: boolean | undefined): boolean | undefined {
	if (one || other) return true;
	return one === undefined || other === undefined ? undefined : false;
}

function not(holds: boolean | undefined): boolean | undefined {
	return holds === undefined ? undefined : !holds;
}

/**
 * Whether a tracker fails. Services report the reason as its status or as its error. The pseudo trackers [DHT] and
 * [PeX] have no host and are ignored.
 */
const fails = ({ url, status, error }: Tracker) =>
	(status.toLowerCase() === 'not working' || (error ?? '') !== '') && trackerHost(url) !== '';

/** Conditions for `is`, by name. */
export const conditions: Readonly<Record<string, Condition>> = {
	active: { about: 'receives or sends data', holds: isActive },
	idle: { about: 'neither receives nor sends data', holds: (download) => not(isActive(download)) },
	stalled: { about: 'wants data, but none arrives', holds: isStalled, synonyms: ['stuck'] },
	complete: { about: 'all selected files are complete', holds: isComplete },
	incomplete: { about: 'selected files are incomplete', holds: (download) => not(isComplete(download)) },
	running: { about: 'not stopped', holds: (download) => !isStopped(download) },
	stopped: { about: 'stopped, by you or by an error', holds: isStopped, synonyms: ['paused'] },
	tracker_error: {
		about: 'a tracker does not work',
		holds: ({ trackers }) => trackers?.some(fails),
		synonyms: ['unregistered'],
	},
	untracked: {
		about: 'without trackers',
		holds: ({ trackers }) => trackers?.every(({ url }) => trackerHost(url) === ''),
		synonyms: ['trackerless'],
	},
	anonymous: { about: 'with hops', holds: ({ hops }) => above0(hops) },
	sequential: {
		about: 'its pieces are requested in their order',
		holds: ({ sequential }) => sequential,
	},
	limited: {
		about: 'with a limit of its own',
		holds: ({ max_download_speed, max_upload_speed }) =>
			either(above0(max_download_speed), above0(max_upload_speed)),
	},
};

/** The most common filters. */
export const commonFilters: readonly { readonly name: string; readonly filter: string }[] = [
	{ name: 'errors', filter: 'error' },
	{ name: 'active', filter: 'is:active' },
	{ name: 'idle', filter: 'is:idle' },
	{ name: 'stalled', filter: 'is:stalled' },
	{ name: 'tracker errors', filter: 'is:tracker_error' },
	{ name: 'without trackers', filter: 'is:untracked' },
];
