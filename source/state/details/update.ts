import type { EventPayload } from '../../protocol/events/events.ts';
import type { Failure } from '../connection/connection.ts';
import { updateFiles } from '../files/update.ts';
import { sortList } from '../list/list.ts';
import type { DetailsPart, DetailsSlice } from './details.ts';
import { HEALTH_CHECK_TIMEOUT_MS, takeHealth } from './health.ts';
import type { DetailsMessage } from './message.ts';
import { peerKind, takePeers } from './peers.ts';
import { takePieces } from './pieces.ts';

/** Returns the details after a message. */
export function updateDetails(details: DetailsSlice, message: DetailsMessage): DetailsSlice {
	// The response is about another download.
	if ('of' in message && message.of !== details.of) return details;
	switch (message.type) {
		case 'show': {
			const { shown, focused } = message;
			return {
				...details,
				shown,
				isAuto: details.isAuto && (shown === 'not') === (details.shown === 'not'),
				focused: shown === 'full' || (shown === 'split' && focused),
			};
		}
		case 'room': {
			// The focus stays where the user is working.
			if (!details.isAuto || details.focused) return details;
			const { hasRoom, wanted } = message;
			const shown = (wanted === undefined ? hasRoom : wanted === 'shown') ? 'split' : 'not';
			return details.shown === shown ? details : { ...details, shown };
		}
		case 'focus':
			return {
				...details,
				focused: details.shown === 'full' || (details.shown === 'split' && message.focused),
			};
		case 'tab':
			return details.tab === message.tab ? details : { ...details, tab: message.tab };
		case 'peers': {
			const peers = takePeers(details.peers, message.peers, message.at);
			return { ...withoutFailure(details, 'peers'), peers };
		}
		case 'sort-peers':
			return { ...details, peers: sortList(peerKind, details.peers, message.sort) };
		case 'pieces': {
			const pieces = takePieces(details.pieces, message.pieces, message.total, message.at);
			return { ...withoutFailure(details, 'pieces'), pieces };
		}
		case 'check-health': {
			const asked = { askedAt: message.at, checkingSince: undefined, isFresh: false, isOverdue: false };
			const health = { ...details.health, ...asked };
			return { ...withoutFailure(details, 'health'), health };
		}
		case 'health':
			return {
				...withoutFailure(details, 'health'),
				health: takeHealth(details.health, message.answer, message.at),
			};
		case 'files': {
			const files = updateFiles(details.files, message.what, details.of);
			const rest = 'of' in message.what ? withoutFailure(details, 'files') : details;
			return files === details.files ? rest : { ...rest, files };
		}
	}
}

/** Ends a health check that has no result in time. */
export function expireHealthCheck(details: DetailsSlice, now: number): DetailsSlice {
	const { checkingSince } = details.health;
	if (checkingSince === undefined || now - checkingSince < HEALTH_CHECK_TIMEOUT_MS) return details;
	return { ...details, health: { ...details.health, checkingSince: undefined, isOverdue: true } };
}

/** Records the failure of a tab's query; the tab shows it. */
export function failInTab(details: DetailsSlice, need: DetailsPart, failure: Failure): DetailsSlice {
	const failures = { ...details.failures, [need]: failure };
	if (need !== 'health') return { ...details, failures };
	return { ...details, failures, health: { ...details.health, askedAt: undefined } };
}

/** Takes the health of a swarm from an event, if it is about this download. */
export function storeReportedHealth(
	details: DetailsSlice,
	{ infohash, num_seeders, num_leechers, last_tracker_check }: EventPayload<'torrent_health_updated'>,
): DetailsSlice {
	if (infohash.toLowerCase() !== details.of) return details;
	const reported = { seeders: num_seeders, leechers: num_leechers, checked: last_tracker_check };
	const health = {
		...details.health,
		checkingSince: undefined,
		isOverdue: false,
		reported,
		isFresh: true,
	};
	return { ...details, health };
}

function withoutFailure(details: DetailsSlice, need: DetailsPart): DetailsSlice {
	if (!details.failures[need]) return details;
	return { ...details, failures: { ...details.failures, [need]: undefined } };
}
