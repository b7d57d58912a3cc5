import type { DownloadStatus } from '../../protocol/download-status.ts';
import type { EnginePhase } from '../engine/port.ts';
import { unfinishedMove } from '../moving/intent.ts';
import type { DownloadRecord } from '../storage/record.ts';

const statusOfPhase: Readonly<Record<EnginePhase, DownloadStatus>> = {
	waiting: 'WAITING4HASHCHECK',
	checking: 'HASHCHECKING',
	allocating: 'ALLOCATING_DISKSPACE',
	circuits: 'CIRCUITS',
	metadata: 'METADATA',
	downloading: 'DOWNLOADING',
	seeding: 'SEEDING',
};

/** Returns the status of a download from its requested state and the engine's phase. */
export function statusOf(record: DownloadRecord, phase: EnginePhase | undefined): DownloadStatus {
	const move = unfinishedMove(record);
	if (move && move.step !== 'stuck') return 'MOVING';
	if (record.error !== '') return 'STOPPED_ON_ERROR';
	if (record.checking) return phase === 'checking' ? 'HASHCHECKING' : 'WAITING4HASHCHECK';
	if (record.requestedState === 'stopped') return 'STOPPED';
	if (record.queued) return 'QUEUED';
	if (phase !== undefined) return statusOfPhase[phase];
	// Started, but not in the engine yet.
	return record.totalPieces === 0 ? 'METADATA' : 'WAITING4HASHCHECK';
}
