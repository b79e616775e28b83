BEGIN TRANSACTION;
CREATE TABLE ending (
    game INTEGER PRIMARY KEY REFERENCES game, how TEXT NOT NULL, outcome TEXT NOT NULL, ended_at_s REAL NOT NULL,
    entries INTEGER NOT NULL, seal TEXT NOT NULL
) STRICT;
INSERT INTO "ending" VALUES(1,'left','[]',2000.0,32,'89979d926d0c9023');
CREATE TABLE entry (
    game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,
    text TEXT NOT NULL, kept INTEGER NOT NULL, source TEXT NOT NULL, taken_at_s REAL NOT NULL, seal TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "entry" VALUES(1,0,'answer',0,'begin red',0,'touch',1000.0,'f0ec5ad055cb6488');
INSERT INTO "entry" VALUES(1,1,'answer',1,'roll 3,2,3',0,'touch',1000.0,'d29a929ac74d3b2f');
INSERT INTO "entry" VALUES(1,2,'answer',2,'place backward_4 5',0,'touch',1000.0,'c8db667145cd6541');
INSERT INTO "entry" VALUES(1,3,'answer',3,'reveal roll',0,'touch',1000.0,'4bdb3bbfb38a82f3');
INSERT INTO "entry" VALUES(1,4,'answer',4,'roll 1,1',0,'touch',1000.0,'404f031e4af0017f');
INSERT INTO "entry" VALUES(1,5,'answer',5,'roll 4,1',0,'touch',1000.0,'511d2b8356dbae34');
INSERT INTO "entry" VALUES(1,6,'answer',6,'roll 6,3,3',0,'touch',1000.0,'4f213fb603beac17');
INSERT INTO "entry" VALUES(1,7,'answer',7,'reveal backward_3',0,'touch',1000.0,'673ce662240a304b');
INSERT INTO "entry" VALUES(1,8,'answer',8,'place forward_6 6',0,'touch',1000.0,'0d80f58e285e72c2');
INSERT INTO "entry" VALUES(1,9,'answer',9,'reveal gods_bet',0,'touch',1000.0,'21c5485939573868');
INSERT INTO "entry" VALUES(1,10,'answer',10,'bet red',0,'touch',1000.0,'659148a623422b90');
INSERT INTO "entry" VALUES(1,11,'answer',11,'roll 3,2,4',0,'touch',1000.0,'8d08a487976c95bf');
INSERT INTO "entry" VALUES(1,12,'answer',12,'place lose_1_roll 13',0,'touch',1000.0,'19e29d014f72bd48');
INSERT INTO "entry" VALUES(1,13,'answer',13,'roll 3,5',0,'touch',1000.0,'13414bb5d2915fa3');
INSERT INTO "entry" VALUES(1,14,'answer',14,'roll 5,3,1',0,'touch',1000.0,'adbc9de32d0ce93b');
INSERT INTO "entry" VALUES(1,15,'answer',15,'place backward_6 10',0,'touch',1000.0,'6e8ce792be8a1d65');
INSERT INTO "entry" VALUES(1,16,'answer',16,'roll 2,3,4',0,'touch',1000.0,'81332edb8acfdf48');
INSERT INTO "entry" VALUES(1,17,'answer',17,'place backward_5 26',0,'touch',1000.0,'e2a75be5b335dfe0');
INSERT INTO "entry" VALUES(1,18,'answer',18,'roll 4,1,2',0,'touch',1000.0,'6958b0041ce3afbd');
INSERT INTO "entry" VALUES(1,19,'answer',19,'roll 6,4',0,'touch',1000.0,'b6d8d54a0661f155');
INSERT INTO "entry" VALUES(1,20,'answer',20,'reveal gain_1_roll',0,'touch',1000.0,'c8ec81ba371cda1a');
INSERT INTO "entry" VALUES(1,21,'answer',21,'roll 5,4',0,'touch',1000.0,'509e1777f402d59a');
INSERT INTO "entry" VALUES(1,22,'answer',22,'place forward_1 34',0,'touch',1000.0,'351cc8584caab82d');
INSERT INTO "entry" VALUES(1,23,'answer',23,'roll 5,3,6',0,'touch',1000.0,'2d434ab27a271126');
INSERT INTO "entry" VALUES(1,24,'answer',24,'place backward_2 29',0,'touch',1000.0,'d9d215ecd9036c16');
INSERT INTO "entry" VALUES(1,25,'answer',25,'roll 2,5,3',0,'touch',1000.0,'e0492b9b11f57fd6');
INSERT INTO "entry" VALUES(1,26,'answer',26,'reveal lose_3',0,'touch',1000.0,'4fe7dabfc0633703');
INSERT INTO "entry" VALUES(1,27,'answer',27,'place pit 38',0,'touch',1000.0,'d12533b3a3cccdd1');
INSERT INTO "entry" VALUES(1,28,'answer',28,'roll 3,4,2',0,'touch',1000.0,'c7579e28dd0b2442');
INSERT INTO "entry" VALUES(1,29,'answer',29,'place backward_8 35',0,'touch',1000.0,'f8ae2ed54b8ba16d');
INSERT INTO "entry" VALUES(1,30,'rewind',25,'',0,'touch',1000.0,'7f079de286cb6187');
INSERT INTO "entry" VALUES(1,31,'answer',25,'roll 2,4,4',0,'touch',1000.0,'54517d78588607cd');
CREATE TABLE game (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, setup TEXT NOT NULL, begun_at_s REAL NOT NULL, seal TEXT NOT NULL
) STRICT;
INSERT INTO "game" VALUES(1,'cocoon_world','{"absolute_ep_tiles": true, "colours": ["red", "blue"], "edition": {"events": ["start", "experience", "initiation", "pit", "gods_bet", "experience"], "gap": 7, "tiles": [["backward_1", 1], ["backward_12", 1], ["backward_2", 1], ["backward_3", 1], ["backward_4", 1], ["backward_5", 1], ["backward_6", 1], ["backward_8", 1], ["change_die", 1], ["choose_supply", 1], ["experience", 2], ["experience_roll", 1], ["extra_die", 1], ["fetch", 1], ["flip_roll", 2], ["forward_1", 1], ["forward_2", 1], ["forward_3", 2], ["forward_4", 1], ["forward_5", 1], ["forward_6", 1], ["forward_8", 1], ["gain_1_roll", 2], ["gods_bet", 1], ["initiation_roll", 1], ["lose_1_roll", 2], ["lose_3", 2], ["pit", 1], ["place_any", 2], ["reverse", 1], ["rob", 1], ["roll", 2], ["roll_place", 2], ["start", 1], ["start_roll", 1]]}, "known_hands": false, "players": ["Ann", "Ben"]}',1000.0,'b19f27342f735882');
COMMIT;
PRAGMA application_id = 1952539244;
PRAGMA user_version = 2;
