import { trackerHost } from '../columns/tracker-hosts.ts';
import type { Download } from '../protocol/resources/download.ts';

/** What a download can be asked whether it is so. */
export interface Condition {
	/** What it means, in a few words. */
	readonly about: string;
	readonly holds: (download: Download) => boolean;
	/** What else it is called, in other programs. */
	readonly synonyms?: readonly string[];
}

const isChecking = (status: string) => status === 'HASHCHECKING' || status === 'WAITING4HASHCHECK';
const isStopped = ({ status }: Download) => status.startsWith('STOPPED');
const isActive = ({ speed_down, speed_up }: Download) => speed_down > 0 || speed_up > 0;
const isComplete = ({ progress, size, status }: Download) => progress >= 1 && size > 0 && !isChecking(status);
const isFetching = ({ status }: Download) => status === 'DOWNLOADING' || status === 'METADATA';

/** [DHT] and [PeX], which services list among the trackers, have no host; a tracker tells why in its status or beside it. */
const fails = ({ url, status, error }: Download['trackers'][number]) =>
	(status.toLowerCase() === 'not working' || (error ?? '') !== '') && trackerHost(url) !== '';

/** What `is` can be asked for, by name. */
export const conditions: Readonly<Record<string, Condition>> = {
	active: { about: 'data flows', holds: isActive },
	idle: { about: 'no data flows', holds: (download) => !isActive(download) },
	stuck: {
		about: 'should come in, and nothing does',
		holds: (download) => isFetching(download) && download.speed_down <= 0,
		synonyms: ['stalled'],
	},
	complete: { about: 'everything wanted is there', holds: isComplete },
	incomplete: { about: 'something is missing', holds: (download) => !isComplete(download) },
	running: { about: 'not stopped', holds: (download) => !isStopped(download) },
	stopped: { about: 'stopped, by you or by an error', holds: isStopped, synonyms: ['paused'] },
	tracker_error: {
		about: 'a tracker of it does not work',
		holds: ({ trackers }) => trackers.some(fails),
		synonyms: ['unregistered'],
	},
	untracked: {
		about: 'without trackers',
		holds: ({ trackers }) => trackers.every(({ url }) => trackerHost(url) === ''),
		synonyms: ['trackerless'],
	},
	anonymous: { about: 'with hops', holds: ({ hops }) => hops > 0 },
	limited: {
		about: 'with a limit of its own',
		holds: ({ max_download_speed, max_upload_speed }) => max_download_speed > 0 || max_upload_speed > 0,
	},
};

/** What one looks for most, as filters write it. */
export const soughtMost: readonly { readonly name: string; readonly filter: string }[] = [
	{ name: 'errors', filter: 'error' },
	{ name: 'active', filter: 'is:active' },
	{ name: 'idle', filter: 'is:idle' },
	{ name: 'stuck', filter: 'is:stuck' },
	{ name: 'tracker errors', filter: 'is:tracker_error' },
	{ name: 'without trackers', filter: 'is:untracked' },
];
