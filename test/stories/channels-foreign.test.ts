import { expect, test } from 'vitest';
import { entryFormText } from '../../source/tui/dialogs/form/forms/entry.ts';
import { metadataEntryText } from '../../source/tui/dialogs/metadata-entry/dialog.tsx';
import { changeRefusals } from '../../source/tui/panes/channels/change-commands.ts';
import { channelRemoveText } from '../../source/tui/panes/channels/dialogs/remove.ts';
import { entryIds, publicKey } from '../contract/foreign/world/entries.ts';

import {
	extensionRequests,
	firstFeed,
	openOn,
	testDiscovered,
	testHealthOnly,
	testNoChannel,
	testOwnChannel,
} from './channels-foreign-cases.ts';

testOwnChannel(['7.3']);
testNoChannel(['7.0']);

test('a user of 7.3 opens no form for changes that only our own service makes', async () => {
	const { user, screen, service } = await openOn('7.3');
	user.press('pane-channels');
	await screen.shows(/^▌?own +My channel /m);
	user.press('channels-open-channel');
	await screen.shows('[Torrents]', /^▌?nested +/m);
	user.press('channels-remove');
	await screen.shows(changeRefusals.noExtension);
	user.press('section-channels-feeds');
	await screen.shows('[Feeds]', firstFeed);
	await screen.hides(changeRefusals.noExtension);
	user.press('channels-change');
	await screen.shows(changeRefusals.noExtension);
	expect(extensionRequests(service)).toEqual([]);
});

testDiscovered(['7.1']);
testHealthOnly(['8.1']);

test('a user changes and deletes a metadata entry of a service of 7.14', async () => {
	const { user, screen, service } = await openOn('7.14');
	const { world } = service.server;
	const id = String(entryIds.torrent);
	user.press('entry-by-key');
	await screen.shows(entryFormText.title);
	user.type(publicKey);
	user.press('form-next');
	user.type(id);
	user.press('form-send');
	await screen.shows(metadataEntryText.title, id, /name +nested/);
	user.press('metadata-entry-change');
	await screen.shows(entryFormText.change);
	user.press('form-delete-to-start');
	user.type('renamed');
	user.press('form-send');
	await screen.shows(entryFormText.changed(id), /name +renamed/);
	expect(world.entries[1]).toMatchObject({ id: entryIds.torrent, name: 'renamed', category: 'other' });
	user.press('metadata-entry-delete');
	const entry = channelRemoveText.entry(id, 'renamed');
	await user.answer(channelRemoveText.question(entry), 'channel-remove-do');
	await screen.shows(channelRemoveText.done(entry));
	expect(world.entries.map((each) => each.id)).toEqual([entryIds.channel]);
	expect(extensionRequests(service)).toEqual([]);
});
