import type { Log } from '../../log.ts';
import type { EngineMessage } from '../port.ts';
import type { DiskResources } from './disk/storage.ts';
import type { RunningDownload } from './download/running-download.ts';
import type { PeerResources } from './peer/peers.ts';
import type { SourceResources } from './sources/sources.ts';

/** Resources shared by all downloads of an engine, and their callbacks to it. */
export interface EngineContext {
	readonly disk: DiskResources;
	readonly network: PeerResources;
	readonly sources: SourceResources;
	readonly log: Log;
	emit(message: EngineMessage): void;
	/** The download's status changed and should be reported soon. */
	changed(download: RunningDownload): void;
	/** The download's phase changed. It is reported at once, because clients wait for the end of a check. */
	phaseChanged(download: RunningDownload): void;
	/** Reports the phase immediately, because it may end in a moment. */
	reportNow(download: RunningDownload): void;
	/** The download ended by itself. */
	ended(download: RunningDownload): void;
}
