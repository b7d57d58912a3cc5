import type { Download } from '../../protocol/resources/download.ts';

/** A change of a download that one request makes. Limits are bytes per second, 0 or -1 for none. */
export type Change =
	| { readonly kind: 'state'; readonly state: 'stop' | 'resume' | 'recheck' }
	| { readonly kind: 'hops'; readonly hops: number }
	/** '' for none. Untrusted. */
	| { readonly kind: 'label'; readonly label: string }
	/** '' for that of the torrent. Untrusted. */
	| { readonly kind: 'name'; readonly name: string }
	| { readonly kind: 'sequential'; readonly sequential: boolean }
	/** Omitted limits stay unchanged. */
	| { readonly kind: 'limits'; readonly down?: number; readonly up?: number };

/** A change of one download. */
export interface ChangeOf {
	readonly infohash: string;
	readonly change: Change;
}

const states = {
	stop: 'Stopping',
	resume: 'Resuming',
	recheck: 'Rechecking',
} as const;

/** Returns the current action, to precede the name: 'Stopping'. */
export function actionInProgress(change: Change): string {
	switch (change.kind) {
		case 'state':
			return states[change.state];
		case 'hops':
			return 'Changing the hops of';
		case 'limits':
			return 'Limiting';
		case 'label':
			return 'Changing the label of';
		case 'name':
			return 'Renaming';
		case 'sequential':
			return 'Changing the order of';
	}
}

const doneStates = {
	stop: 'Stopped',
	resume: 'Resumed',
	// The response only confirms the start.
	recheck: 'Rechecking',
} as const;

/** Returns the completed action, to precede a colon and the name: 'Stopped'. */
export function completedAction(change: Change): string {
	switch (change.kind) {
		case 'state':
			return doneStates[change.state];
		case 'hops':
			return `Changed to ${hopsText(change.hops)}`;
		case 'limits':
			return 'Limits changed';
		case 'label':
			return change.label === '' ? 'Label removed' : `Label changed to ${change.label}`;
		case 'name':
			return change.name === '' ? 'Name restored' : `Renamed to ${change.name}`;
		case 'sequential':
			return change.sequential ? 'Sequential now' : 'No longer sequential';
	}
}

/** Returns '1 hop' or '3 hops'. */
export function hopsText(hops: number): string {
	return hops === 1 ? '1 hop' : `${hops} hops`;
}

/** Fields of a download that change with a delay. */
type Changeable = Pick<
	Download,
	'hops' | 'max_download_speed' | 'max_upload_speed' | 'label' | 'name' | 'torrent_name' | 'sequential'
>;

/** Returns the fields as they will be once the change shows. */
export function changed(download: Changeable, change: Change | undefined): Changeable {
	const { hops, max_download_speed, max_upload_speed, label, name, torrent_name, sequential } = download;
	const fields = { hops, max_download_speed, max_upload_speed, label, name, torrent_name, sequential };
	switch (change?.kind) {
		case 'hops':
			return { ...fields, hops: change.hops };
		case 'limits': {
			const { down = max_download_speed, up = max_upload_speed } = change;
			return { ...fields, max_download_speed: down, max_upload_speed: up };
		}
		case 'label':
			return { ...fields, label: change.label };
		case 'name': {
			const ofTorrent = torrent_name ?? name;
			const isGiven = change.name !== '' && change.name !== ofTorrent;
			if (!isGiven) return { ...fields, name: ofTorrent, torrent_name: undefined };
			return { ...fields, name: change.name, torrent_name: ofTorrent };
		}
		case 'sequential':
			return { ...fields, sequential: change.sequential };
		case 'state':
		case undefined:
			return download;
	}
}

/** Returns why a change is refused: 'stopped already'. `expected`: a change that does not show yet. */
export function refusalOf(change: Change, download: Download, expected?: Change): string | undefined {
	switch (change.kind) {
		case 'state':
			return stateRefusal(change.state, download.status);
		case 'hops':
			return isApplied(change, changed(download, expected)) ? refusalText.hops(change.hops) : undefined;
		case 'limits':
			return hasLimits(change, changed(download, expected)) ? refusalText.limits : undefined;
		case 'label':
			return isApplied(change, changed(download, expected)) ? refusalText.label(change.label) : undefined;
		case 'name':
			return isApplied(change, changed(download, expected)) ? refusalText.name(change.name) : undefined;
		case 'sequential':
			return isApplied(change, changed(download, expected)) ? refusalText.order : undefined;
	}
}

export const refusalText = {
	stopped: 'stopped already',
	running: 'running',
	withoutMetadata: 'still without metadata',
	hops: (hops: number) => `at ${hopsText(hops)} already`,
	limits: 'at these limits already',
	order: 'in this order already',
	label: (label: string) => (label === '' ? 'without a label already' : 'labeled so already'),
	name: (name: string) => (name === '' ? 'named as the torrent already' : 'named so already'),
} as const;

function stateRefusal(state: 'stop' | 'resume' | 'recheck', status: string): string | undefined {
	switch (state) {
		case 'stop':
			return status === 'STOPPED' ? refusalText.stopped : undefined;
		case 'resume':
			// A queued one starts at once.
			return ['STOPPED', 'STOPPED_ON_ERROR', 'QUEUED'].includes(status) ? undefined : refusalText.running;
		case 'recheck':
			return status === 'METADATA' ? refusalText.withoutMetadata : undefined;
	}
}

/** Whether a download has exactly these limits. No limit differs from that of the label, which may be none. */
function hasLimits({ down, up }: Extract<Change, { kind: 'limits' }>, download: Changeable): boolean {
	const is = (wanted: number | undefined, now: number | undefined) => wanted === undefined || wanted === now;
	return is(down, download.max_download_speed) && is(up, download.max_upload_speed);
}

/** Whether the service shows the download as changed. */
export function isApplied(
	change: Exclude<Change, { kind: 'state' }>,
	{ hops, max_download_speed, max_upload_speed, label, name, torrent_name, sequential = false }: Changeable,
): boolean {
	if (change.kind === 'hops') return hops === change.hops;
	if (change.kind === 'label') return (label ?? '') === change.label;
	if (change.kind === 'name') {
		return change.name === '' ? torrent_name === undefined : name === change.name;
	}
	if (change.kind === 'sequential') return sequential === change.sequential;
	const is = (wanted: number | undefined, shown: number | undefined) =>
		// Services without labels report 0 or -1 for no limit. With labels these differ.
		wanted === undefined ||
		wanted === shown ||
		(label === undefined && wanted <= 0 && shown !== undefined && shown <= 0);
	return is(change.down, max_download_speed) && is(change.up, max_upload_speed);
}
