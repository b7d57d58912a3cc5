import { apiCommand } from './api/api.ts';
import { channelCommand } from './channel/channel.ts';
import { playlistCommand } from './channel/playlist.ts';
import { rssCommand } from './channel/rss.ts';
import { cockpitProgram } from './cockpit/program.ts';
import { completeCommand } from './completion/complete.ts';
import { completionCommandOf } from './completion/completion.ts';
import { contextCommand } from './context/context.ts';
import { debugCommand } from './debug/debug.ts';
import { logsCommand } from './debug/logs.ts';
import { profilerCommand } from './debug/profiler.ts';
import type { Chapter, Declaration } from './declaration/declaration.ts';
import { exitMeanings } from './declaration/failure.ts';
import { demoCommand } from './demo/demo.ts';
import { addCommand } from './downloads/add.ts';
import { announceCommand } from './downloads/announce.ts';
import { pauseCommand, recheckCommand, resumeCommand } from './downloads/change-state.ts';
import { filesCommand } from './downloads/files.ts';
import { hopsCommand } from './downloads/hops.ts';
import { limitCommand } from './downloads/limit.ts';
import { limitsCommand } from './downloads/limits.ts';
import { lsCommand } from './downloads/ls.ts';
import { moveCommand } from './downloads/move.ts';
import { peersCommand } from './downloads/peers.ts';
import { prioritizeCommand } from './downloads/prioritize.ts';
import { removeCommand } from './downloads/remove.ts';
import { renameCommand } from './downloads/rename.ts';
import { selectCommand } from './downloads/select.ts';
import { sequentialCommand } from './downloads/sequential.ts';
import { streamCommand } from './downloads/stream.ts';
import { torrentCommand } from './downloads/torrent.ts';
import { trackersCommand } from './downloads/trackers.ts';
import { importCommand } from './import/import.ts';
import { labelCommand } from './labels/label.ts';
import { marketCommand } from './market/market.ts';
import { metadataCommand } from './metadata/metadata.ts';
import { version } from './program/version.ts';
import { queueCommand } from './queue/queue.ts';
import { seedingCommand } from './seeding/seeding.ts';
import { serveCommand } from './serve/serve.ts';
import { shutdownCommand } from './serve/shutdown.ts';
import { sessionCommand } from './session/session.ts';
import { settingsCommand } from './settings/settings.ts';
import { eventsCommand } from './watching/events.ts';
import { healthCommand } from './watching/health.ts';
import { statusCommand } from './watching/status.ts';

/** All commands, in the order of help and docs/commands.md. */
export const chapters: readonly Chapter[] = [
	{ title: 'Programs', commands: [serveCommand, shutdownCommand, demoCommand] },
	{
		title: 'Downloads',
		commands: [
			...[lsCommand, addCommand, removeCommand, pauseCommand, resumeCommand, recheckCommand, hopsCommand],
			...[limitCommand, limitsCommand, labelCommand, announceCommand, importCommand],
			renameCommand,
			moveCommand,
			queueCommand,
			seedingCommand,
			...[
				filesCommand,
				selectCommand,
				prioritizeCommand,
				sequentialCommand,
				peersCommand,
				trackersCommand,
				torrentCommand,
				streamCommand,
			],
		],
	},
	{
		title: 'The service',
		commands: [
			statusCommand,
			eventsCommand,
			healthCommand,
			sessionCommand,
			settingsCommand,
			logsCommand,
			debugCommand,
			profilerCommand,
			contextCommand,
		],
	},
	{
		title: 'Channels and market',
		commands: [channelCommand, playlistCommand, rssCommand, marketCommand, metadataCommand],
	},
	{
		title: 'For scripts',
		commands: [apiCommand, completionCommandOf(() => program), completeCommand],
	},
];

/** The program with all its commands. Without a command it opens the cockpit. */
export const program: Declaration = {
	...cockpitProgram,
	verbs: chapters.flatMap(({ commands }) => commands),
	chapters,
	footer: `Exit codes:\n${exitMeanings.map(([code, meaning]) => `  ${code}  ${meaning}`).join('\n')}`,
	version,
};
