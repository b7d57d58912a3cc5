import type { Log } from '../../log/log.ts';
import type { EngineMessage } from '../port.ts';
import type { DiskResources } from './disk/storage.ts';
import type { Publisher } from './download/publisher.ts';
import type { RunningDownload } from './download/running-download.ts';
import type { PeerResources } from './peer/peers.ts';
import type { SourceResources } from './sources/sources.ts';

/** Resources shared by all downloads of an engine, and their callbacks to it. */
export interface EngineContext {
	readonly disk: DiskResources;
	readonly network: PeerResources;
	readonly sources: SourceResources;
	readonly publisher: Publisher;
	readonly log: Log;
	emit(message: EngineMessage): void;
	/** The download ended by itself. */
	ended(download: RunningDownload): void;
}
