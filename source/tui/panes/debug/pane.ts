import { paneOfSections } from '../../sections/pane-of-sections.ts';
import { describeAbsence } from './absence.ts';
import { debugCommands } from './commands.ts';
import { cockpitSection } from './sections/cockpit/section.tsx';
import { engineSection } from './sections/engine/section.ts';
import { engine } from './sections/engine/slice.ts';
import { filesSection } from './sections/files/section.ts';
import { openFiles } from './sections/files/slice.ts';
import { loadSection } from './sections/load/section.tsx';
import { load } from './sections/load/slice.ts';
import { logSection } from './sections/log/section.ts';
import { log } from './sections/log/slice.ts';
import { requestsSection } from './sections/requests/section.ts';
import { socketsSection } from './sections/sockets/section.ts';
import { openSockets } from './sections/sockets/slice.ts';
import { threadsSection } from './sections/threads/section.ts';
import { threads } from './sections/threads/slice.ts';

/** Sections with data of debug endpoints, each with the condition of its first endpoint. */
const debugSections = describeAbsence([
	{ section: loadSection, sampled: (state) => load.of(state).cpu },
	{ section: threadsSection, sampled: threads.of },
	{ section: socketsSection, sampled: openSockets.of },
	{ section: filesSection, sampled: openFiles.of },
	{ section: logSection, sampled: log.of },
	{ section: engineSection, sampled: (state) => engine.of(state).parts.slots, hasMore: true },
]);

/** The processes of the service: load, threads, sockets, files, logs and engine. Requests and cost of the cockpit. */
export const debugPane = paneOfSections({
	id: 'debug',
	title: 'Debug',
	hotkey: '3',
	commands: debugCommands,
	words:
		'debug diagnose cpu memory threads sockets files log engine session settings circuits requests cockpit cost',
	sections: [...debugSections, requestsSection, cockpitSection],
});
