import { paneOfSections } from '../../sections/pane-of-sections.ts';
import { debugCommands } from './commands.ts';
import { cockpitSection } from './sections/cockpit/section.tsx';
import { engineSection } from './sections/engine/section.ts';
import { filesSection } from './sections/files/section.ts';
import { loadSection } from './sections/load/section.tsx';
import { logSection } from './sections/log/section.ts';
import { requestsSection } from './sections/requests/section.ts';
import { socketsSection } from './sections/sockets/section.ts';
import { threadsSection } from './sections/threads/section.ts';

/** The processes of the service: load, threads, sockets, files, logs and engine. */
export const debugPane = paneOfSections({
	id: 'debug',
	title: 'Debug',
	hotkey: '3',
	commands: debugCommands,
	words:
		'debug diagnose cpu memory threads sockets files log engine session settings circuits requests cockpit cost',
	sections: [
		loadSection,
		threadsSection,
		socketsSection,
		filesSection,
		logSection,
		engineSection,
		requestsSection,
		cockpitSection,
	],
});
