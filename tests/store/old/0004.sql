BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE campaign (
	stream TEXT NOT NULL, 
	uid TEXT NOT NULL, 
	name TEXT NOT NULL, 
	pack TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	next_episode INTEGER, 
	entries INTEGER NOT NULL, 
	CONSTRAINT pk_campaign PRIMARY KEY (stream), 
	CONSTRAINT uq_campaign_name UNIQUE (name)
);
INSERT INTO "campaign" VALUES('campaign/1','694d62edc2daa64d','Tuesday','stand_in','2026-11-21T21:50:29Z',3,19);
CREATE TABLE "city" (
	stream TEXT NOT NULL, 
	seat TEXT NOT NULL, 
	name TEXT NOT NULL, 
	player TEXT NOT NULL, 
	marks INTEGER NOT NULL, 
	nuggets INTEGER NOT NULL, 
	shafts TEXT NOT NULL, 
	CONSTRAINT pk_city PRIMARY KEY (stream, seat), 
	CONSTRAINT fk_city_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream)
);
INSERT INTO "city" VALUES('campaign/1','eagle','Rivers','Anna',2,0,'');
INSERT INTO "city" VALUES('campaign/1','bear','','Benno',1,0,'');
INSERT INTO "city" VALUES('campaign/1','deer','','',2,0,'');
INSERT INTO "city" VALUES('campaign/1','wolf','','Emil',1,0,'');
CREATE TABLE draft (
	number INTEGER NOT NULL, 
	saved INTEGER NOT NULL, 
	stream TEXT NOT NULL, 
	game TEXT NOT NULL, 
	episode INTEGER NOT NULL, 
	author TEXT NOT NULL, 
	place TEXT NOT NULL, 
	program TEXT NOT NULL, 
	changed_at TEXT NOT NULL, 
	told TEXT NOT NULL, 
	CONSTRAINT pk_draft PRIMARY KEY (number)
);
INSERT INTO "draft" VALUES(1,2,'campaign/1','my-city',3,'Anna','kitchen','0.1.0','2026-11-21T21:49:00Z','eagle: pass');
CREATE TABLE entry (
	stream TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	payload TEXT NOT NULL, 
	author TEXT NOT NULL, 
	recorded_at TEXT NOT NULL, 
	previous_hash TEXT NOT NULL, 
	hash TEXT NOT NULL, 
	CONSTRAINT pk_entry PRIMARY KEY (stream, seq), 
	CONSTRAINT ck_entry_seq_from_one CHECK (seq > 0)
)
 STRICT

;
INSERT INTO "entry" VALUES('campaign/1',1,'created','{"name":"Tuesday","pack":"stand_in","seals":{"1":"7bf617a40e9b4938f974042a1b58e6b8834ca4894d9f2970e1e379c6e354a26b","2":"7976d56c1560902abfeaa830d1a5115b15f4cdbc48dc57cbfdb09613dc96a82f","3":"1da0bc7301abad77323b6997680ccb82f0f3522535d9c7507d850ee0d565b066","4":"405ddb1c6fd8c35945fcbcbfab04e773dc2f21581f6cf0f05b135fd690a44c87","5":"78357e063fda7064ff032c303c0f6e00a4d5a8c57cc23fba780dda2f78e24985","6":"7f7d4c93f5c95083dd074fbdc422ed78d7f47a81119ce8c8ecba6d1dde7b6b24","7":"27890698768629c59d61d7d246f4566506d18f8c567841b6a483c0bacfae4259","8":"4c35e486d7574e8fdba947b40329469015f1a061d34259639cb39762ca51de0c","box":"e8e8f5cb9a0aac88ef9d548efd8944c513185a0eecef6bcc8f56974a1c278f96"},"seats":{"bear":"Ben","deer":"Chen","eagle":"Anna","wolf":"Dora"},"uid":"694d62edc2daa64d"}','Anna','2026-11-21T21:50:29Z','','09646dd672b86a703746b5772ff71868e110697570f3be978e3b84128490c2fd');
INSERT INTO "entry" VALUES('campaign/1',2,'envelope opened','{"digest":"58664cbb418b4864bc4c6c1131d8c3f9f770cc43d8e75a4166b6273efba98475","envelope":1,"salt":"c645ca2c40769b24a418d7de8cae95b67789250f217592a45960735b5e221763"}','Anna','2026-11-21T21:50:31Z','09646dd672b86a703746b5772ff71868e110697570f3be978e3b84128490c2fd','8f4b0877990fc88ac0fffde241549bf1b04c67a5e9435421d2703d48dc7ec1f9');
INSERT INTO "entry" VALUES('campaign/1',3,'episode recorded','{"edition":"1","pack":"d96b0722e4246b09a951d4e962c2c8036b826fa7494aa22671fd9aff499017d5","record":"format = 1\ngame = \"my-city\"\nedition = \"1\"\nepisode = 1\nseats = [\"eagle\", \"bear\", \"deer\", \"wolf\"]\nplayed = 2026-10-06\nmoves = \"\"\"\n*: reveal B5\ndeer: build B5@E6/1\neagle: build B5@E6/1\nwolf: build B5@E6/1\nbear: build B5@E6/1\n*: reveal B8\ndeer: build B8@F9/3\nwolf: build B8@F9/3\nbear: build B8@F9/3\neagle: build B8@F9/3\n*: reveal R4\nbear: build R4@D10\nwolf: build R4@D10\neagle: build R4@C6\ndeer: build R4@F5\n*: reveal R5\neagle: build R5@F6\nwolf: build R5@F6\nbear: build R5@F6\ndeer: build R5@E2/1\n*: reveal B6\neagle: build B6@B7/2\nbear: build B6@D4/1\nwolf: build B6@D5/1\ndeer: build B6@I4/1\n*: reveal Y6\nwolf: build Y6@H4\ndeer: build Y6@D4/1\neagle: build Y6@B4/3\nbear: build Y6@C6/2\n*: reveal R8\nbear: build R8@A8/3\neagle: build R8@E4/2\ndeer: build R8@G2/3\nwolf: build R8@F7/2\n*: reveal B1\ndeer: build B1@F7/1\neagle: build B1@A3\nwolf: build B1@E5\nbear: build B1@F8\n*: reveal Y2\neagle: build Y2@H3/1\ndeer: build Y2@B3\nbear: build Y2@B4/1\nwolf: build Y2@F3\n*: reveal Y7\neagle: build Y7@C3/1\nwolf: build Y7@B7\nbear: build Y7@B2/1\ndeer: build Y7@B4\n*: reveal Y4\ndeer: build Y4@B6\nbear: build Y4@H7\neagle: build Y4@D10\nwolf: build Y4@A9\n*: reveal R7\nbear: build R7@I4\neagle: build R7@H7\nwolf: build R7@F1\ndeer: build R7@B8\n*: reveal Y8\nbear: build Y8@E3/3\nwolf: build Y8@B3\neagle: build Y8@F1/3\ndeer: build Y8@D1\n*: reveal B7\neagle: build B7@D1/1\nbear: build B7@F1\nwolf: build B7@B5\ndeer: build B7@H7\n*: reveal R6\ndeer: build R6@C10\nbear: build R6@G3/3\neagle: build R6@A9\nwolf: build R6@J1/3\n*: reveal Y1\neagle: build Y1@F7/1\ndeer: build Y1@A2/1\nbear: build Y1@A2/1\nwolf: build Y1@A2/1\n*: reveal B2\ndeer: build B2@J2/1\neagle: pass\nbear: build B2@J1/1\nwolf: pass\n*: reveal R2\ndeer: build R2@I1\nbear: pass\neagle: pass\nwolf: pass\n*: reveal B4\neagle: pass\ndeer: build B4@A10\nbear: pass\nwolf: pass\n*: reveal Y3\neagle: build Y3@A10\nwolf: build Y3@G4\nbear: build Y3@C8/3\ndeer: build Y3@C1/3\n*: reveal R1\nwolf: build R1@G2\nbear: build R1@C10/1\ndeer: build R1@J6/1\neagle: build R1@C10/1\n*: reveal R3\neagle: build R3@I4/1\nwolf: build R3@I7/1\ndeer: quit\nbear: build R3@G2/2\n*: reveal B3\nbear: build B3@D1/1\nwolf: build B3@D1/1\neagle: build B3@J2/1\n*: reveal Y5\neagle: quit\nbear: quit\nwolf: quit\n\"\"\"\n\n[names]\neagle = \"Anna\"\nbear = \"Ben\"\ndeer = \"Chen\"\nwolf = \"Dora\"\n\n[result]\neagle = 2\nbear = 6\ndeer = 6\nwolf = 2\n"}','Anna','2026-11-21T21:50:33Z','8f4b0877990fc88ac0fffde241549bf1b04c67a5e9435421d2703d48dc7ec1f9','261ad8037e3d2496bf096d81d7ae92b141e30a8e6711413a29c6e79bb17e2fc4');
INSERT INTO "entry" VALUES('campaign/1',4,'sticker placed','{"kind":"tree","seat":"eagle","square":"G1"}','Anna','2026-11-21T21:50:34Z','261ad8037e3d2496bf096d81d7ae92b141e30a8e6711413a29c6e79bb17e2fc4','4f839ebcbde9852626a712220307e5f26526d330d2cf5ea5493255a2072f2a49');
INSERT INTO "entry" VALUES('campaign/1',5,'sticker placed','{"kind":"rock","seat":"deer","square":"F11"}','Anna','2026-11-21T21:50:36Z','4f839ebcbde9852626a712220307e5f26526d330d2cf5ea5493255a2072f2a49','e3596c9ff76adc2e9d69523acbc68bd8b4f10c17a9ee75e14b597ae7bfcc460a');
INSERT INTO "entry" VALUES('campaign/1',6,'sticker placed','{"kind":"tree","seat":"wolf","square":"G1"}','Anna','2026-11-21T21:50:38Z','e3596c9ff76adc2e9d69523acbc68bd8b4f10c17a9ee75e14b597ae7bfcc460a','6e596e36790e2cdb351afe152194a35b091528946235430de5e35aaad3d35297');
INSERT INTO "entry" VALUES('campaign/1',7,'sticker placed','{"kind":"well","seat":"eagle","square":"F7"}','Anna','2026-11-21T21:50:39Z','6e596e36790e2cdb351afe152194a35b091528946235430de5e35aaad3d35297','ab8834d2e0139d7f1de4688dc3f106ddf75346d7b7eff4bc6ce00c0c96760243');
INSERT INTO "entry" VALUES('campaign/1',8,'sticker placed','{"kind":"well","seat":"bear","square":"F7"}','Anna','2026-11-21T21:50:41Z','ab8834d2e0139d7f1de4688dc3f106ddf75346d7b7eff4bc6ce00c0c96760243','64f1ffc95fb7e0751f55f87c08cfc18424514ba2165aa264d611c13f59985e5d');
INSERT INTO "entry" VALUES('campaign/1',9,'sticker placed','{"kind":"well","seat":"deer","square":"F7"}','Anna','2026-11-21T21:50:43Z','64f1ffc95fb7e0751f55f87c08cfc18424514ba2165aa264d611c13f59985e5d','e3f07703108154d3a70162be0a6260cfc72cceef2f90737817fc3072092de1d8');
INSERT INTO "entry" VALUES('campaign/1',10,'sticker placed','{"kind":"well","seat":"wolf","square":"F7"}','Anna','2026-11-21T21:50:45Z','e3f07703108154d3a70162be0a6260cfc72cceef2f90737817fc3072092de1d8','cbc59dafb93cbe660bebcf8fc3ccc96075ea72b343d4c5bde1918b3777eb7266');
INSERT INTO "entry" VALUES('campaign/1',11,'city named','{"name":"Rivers","seat":"eagle"}','Anna','2026-11-21T21:50:47Z','cbc59dafb93cbe660bebcf8fc3ccc96075ea72b343d4c5bde1918b3777eb7266','afccf3f0be0f2f5096cf7536c20776d1d66a7001b8cf320667f936605b0c9955');
INSERT INTO "entry" VALUES('campaign/1',12,'player left','{"seat":"wolf"}','Anna','2026-11-21T21:50:48Z','afccf3f0be0f2f5096cf7536c20776d1d66a7001b8cf320667f936605b0c9955','809f365b4c610b5013d7dcacdff7a338125c2c7865a438cc2b372c847a4aac0e');
INSERT INTO "entry" VALUES('campaign/1',13,'player joined','{"player":"Emil","seat":"wolf"}','Anna','2026-11-21T21:50:50Z','809f365b4c610b5013d7dcacdff7a338125c2c7865a438cc2b372c847a4aac0e','7db41b6249b513d5f69c8d7a8241dcaaa7c982b13c1f5f565368e7b752f3e54e');
INSERT INTO "entry" VALUES('campaign/1',14,'player renamed','{"name":"Benno","player":"Ben"}','Anna','2026-11-21T21:50:51Z','7db41b6249b513d5f69c8d7a8241dcaaa7c982b13c1f5f565368e7b752f3e54e','0e11f27f4f719ee7445978ba67b88c14f82d12ccadff687fcde148332fe7d0cb');
INSERT INTO "entry" VALUES('campaign/1',15,'episode recorded','{"edition":"1","pack":"d96b0722e4246b09a951d4e962c2c8036b826fa7494aa22671fd9aff499017d5","record":"format = 1\ngame = \"my-city\"\nedition = \"1\"\nepisode = 2\nseats = [\"eagle\", \"bear\", \"deer\", \"wolf\"]\nplayed = 2026-10-20\nmoves = \"\"\"\n*: reveal B1\ndeer: build B1@E7/1\nbear: build B1@D8\neagle: build B1@D8\nwolf: build B1@E7/1\n*: reveal B8\neagle: build B8@E9/1\ndeer: build B8@E9/1\nbear: build B8@A8/2\nwolf: build B8@E5/2\n*: reveal Y4\ndeer: build Y4@C10\nwolf: build Y4@H6\neagle: build Y4@B8\nbear: build Y4@E9\n*: reveal Y2\neagle: build Y2@A8/1\nwolf: build Y2@F8/1\nbear: build Y2@C11\ndeer: build Y2@C7/1\n*: reveal B2\neagle: build B2@F8\nwolf: build B2@D5/1\nbear: build B2@D5/1\ndeer: build B2@E6\n*: reveal Y7\ndeer: build Y7@A8/1\nwolf: build Y7@G3/1\nbear: build Y7@F5\neagle: build Y7@A5/1\n*: reveal B7\neagle: build B7@G5/1\nbear: build B7@H5/1\nwolf: build B7@B7\ndeer: build B7@H5/1\n*: reveal Y3\nwolf: build Y3@E3/1\nbear: build Y3@H3/3\ndeer: build Y3@A10\neagle: build Y3@I6/2\n*: reveal R4\neagle: build R4@C6\ndeer: build R4@B5\nwolf: build R4@B5\nbear: build R4@A10\n*: reveal R8\neagle: build R8@C3/3\nbear: build R8@F1/3\ndeer: build R8@G4\nwolf: build R8@B3\n*: reveal B4\nwolf: build B4@E1\nbear: build B4@B6\ndeer: build B4@F2\neagle: build B4@H4\n*: reveal B5\neagle: build B5@E3\nwolf: build B5@D11\nbear: build B5@F8\ndeer: build B5@F8\n*: reveal Y6\nbear: build Y6@B4\nwolf: build Y6@A9/3\ndeer: build Y6@A3\neagle: build Y6@C10\n*: reveal B3\nwolf: build B3@A2/1\nbear: build B3@I4/1\ndeer: build B3@E1/3\neagle: build B3@E6/1\n*: reveal Y8\nbear: build Y8@A2/2\neagle: build Y8@D1\ndeer: pass\nwolf: build Y8@H2/2\n*: reveal R1\nbear: build R1@E4/1\neagle: build R1@E5\ndeer: build R1@H2/1\nwolf: build R1@D1/1\n*: reveal R2\ndeer: build R2@E3/1\nwolf: build R2@G8\nbear: build R2@E1/1\neagle: build R2@J2/1\n*: reveal R6\nwolf: pass\nbear: build R6@J1/3\neagle: build R6@B2/1\ndeer: build R6@D3/1\n*: reveal R5\nwolf: pass\nbear: pass\neagle: pass\ndeer: build R5@J1/1\n*: reveal R7\nwolf: build R7@D9\neagle: pass\nbear: pass\ndeer: pass\n*: reveal B6\ndeer: pass\nwolf: pass\nbear: pass\neagle: pass\n*: reveal Y1\nwolf: build Y1@I4/1\neagle: build Y1@K1/1\nbear: build Y1@F11\ndeer: build Y1@K1/1\n*: reveal Y5\nwolf: pass\nbear: pass\ndeer: pass\neagle: pass\n*: reveal R3\nwolf: build R3@J1/2\neagle: build R3@B10/3\ndeer: quit\nbear: build R3@A5/1\n\"\"\"\n\n[names]\neagle = \"Anna\"\nbear = \"Ben\"\ndeer = \"Chen\"\nwolf = \"Dora\"\n\n[result]\neagle = 3\nbear = -3\ndeer = -3\nwolf = -3\n"}','Anna','2026-11-21T21:50:53Z','0e11f27f4f719ee7445978ba67b88c14f82d12ccadff687fcde148332fe7d0cb','223373163392a2811ca686136e43052a909d38bedd276f1292caf0a48cea2a2e');
INSERT INTO "entry" VALUES('campaign/1',16,'sticker placed','{"kind":"rock","seat":"eagle","square":"F11"}','Anna','2026-11-21T21:50:55Z','223373163392a2811ca686136e43052a909d38bedd276f1292caf0a48cea2a2e','322e3ae18e3298ce2729b8937d559500a12bd3ec63413c3bdd975865dfc5e800');
INSERT INTO "entry" VALUES('campaign/1',17,'sticker placed','{"kind":"tree","seat":"bear","square":"G1"}','Anna','2026-11-21T21:50:57Z','322e3ae18e3298ce2729b8937d559500a12bd3ec63413c3bdd975865dfc5e800','6b7d3ae2ec23e9b74e52df467a7215ab5772a637e55e37b146caf45a029dce40');
INSERT INTO "entry" VALUES('campaign/1',18,'sticker placed','{"kind":"tree","seat":"deer","square":"G1"}','Anna','2026-11-21T21:50:59Z','6b7d3ae2ec23e9b74e52df467a7215ab5772a637e55e37b146caf45a029dce40','37bfe21ca505fa4bdbb81b67a437031f7cd7175ad31ddc18e8d0fcbda7249e64');
INSERT INTO "entry" VALUES('campaign/1',19,'player left','{"seat":"deer"}','Anna','2026-11-21T21:51:02Z','37bfe21ca505fa4bdbb81b67a437031f7cd7175ad31ddc18e8d0fcbda7249e64','204145ed98424311f115bb705e2850d83571d429aab33b46e00d9da3b69e6194');
INSERT INTO "entry" VALUES('session/1',1,'session recorded','{"as_played":false,"edition":"1","record":"format = 1\ngame = \"my-city\"\nedition = \"1\"\nmode = \"eternal\"\nseats = [\"eagle\", \"bear\"]\nplayed = 2026-11-14\nmoves = \"\"\"\n*: reveal B4\nbear: build B4@E7\neagle: build B4@E7\n*: reveal obstacle\n*: reveal C1\n*: reveal B6\neagle: build B6@E9\nbear: build B6@E9\n*: reveal Y8\neagle: build Y8@F5\nbear: build Y8@G6/1\n*: reveal B1\neagle: build B1@I6\nbear: build B1@I6\n*: reveal R1\neagle: build R1@E5/1\nbear: build R1@F5/1\n*: reveal Y6\nbear: build Y6@H4/2\neagle: build Y6@H4\n*: reveal Y5\nbear: build Y5@E3/1\neagle: build Y5@E3\n*: reveal Y1\neagle: build Y1@G8\nbear: build Y1@H2/1\n*: reveal R3\neagle: build R3@D6/3\nbear: build R3@F2/1\n*: reveal R5\neagle: build R5@A5\nbear: build R5@A3\n*: reveal B7\nbear: build B7@D10\neagle: build B7@A2/1\n*: reveal C3\neagle: build C3@C8/1\nbear: build C3@D6/1\n*: reveal C2\neagle: build C2@C10/2\nbear: build C2@B4\n*: reveal Y3\nbear: build Y3@E1/3\neagle: build Y3@D3/3\n*: reveal B8\nbear: build B8@A9/3\neagle: build B8@D1/2\n*: reveal Y7\neagle: build Y7@J2\nbear: pass\n*: reveal R7\nbear: pass\neagle: pass\n*: reveal R8\nbear: build R8@I1/1\neagle: build R8@A6/1\n*: reveal Y2\neagle: build Y2@H7\nbear: build Y2@E11\n*: reveal Y4\neagle: pass\nbear: pass\n*: reveal R6\nbear: build R6@A6\neagle: build R6@C1/1\n*: reveal B3\neagle: build B3@G1\nbear: build B3@I7/1\n*: reveal B2\nbear: pass\neagle: build B2@I1\n*: reveal R2\neagle: build R2@E11\nbear: build R2@A2\n*: reveal R4\nbear: quit\neagle: quit\n\"\"\"\n\n[names]\neagle = \"Anna\"\nbear = \"Ben\"\n\n[result]\neagle = 23\nbear = 11\n"}','Anna','2026-11-21T21:51:07Z','','e2dbbafddce7c2ac868a2af8f065e96430707833d08c69a90b0109e6fb5f6ba7');
INSERT INTO "entry" VALUES('session/2',1,'session recorded','{"as_played":false,"edition":"1","record":"format = 1\ngame = \"machi-koro\"\nedition = \"1\"\nseats = [\"p1\", \"p2\", \"p3\"]\nplayed = 2026-11-21\nmoves = \"\"\"\n*: dice 1\np1: build ranch\n*: dice 2\np2: build ranch\n*: dice 2\np3: build cafe\n*: dice 2\np1: build bakery\n*: dice 2\np2: build ranch\n*: dice 2\np3: build bakery\n*: dice 2\np1: build convenience_store\n*: dice 2\np2: build ranch\n*: dice 3\np3: build bakery\n*: dice 4\np1: build convenience_store\n*: dice 2\np2: build train_station\n*: dice 2\np3: build bakery\n*: dice 4\np1: build convenience_store\np2: roll 1\n*: dice 2\np2: build cheese_factory\n*: dice 2\np3: build convenience_store\n*: dice 4\np1: build business_center\np2: roll 2\n*: dice 3 4\np2: build shopping_mall\n*: dice 4\np3: build stadium\n*: dice 4\np1: build train_station\np2: roll 2\n*: dice 3 4\np2: build amusement_park\n*: dice 6\np3: build ranch\np1: roll 1\n*: dice 6\np1: swap wheat_field p2 cheese_factory\np1: build shopping_mall\np2: roll 2\n*: dice 3 4\np2: build forest\n*: dice 3\np3: build wheat_field\np1: roll 2\n*: dice 3 4\np1: pass\np2: roll 2\n*: dice 3 4\np2: pass\n*: dice 6\np3: pass\np1: roll 1\n*: dice 4\np1: build amusement_park\np2: roll 2\n*: dice 2 5\np2: build wheat_field\n*: dice 3\np3: build cafe\np1: roll 1\n*: dice 4\np1: build radio_tower\n\"\"\"\n\n[coins]\np1 = 0\np2 = 2\np3 = 17\n\n[names]\np1 = \"Anna\"\np2 = \"Ben\"\np3 = \"Chen\"\n\n[result]\np1 = 4\np2 = 3\np3 = 0\n"}','Anna','2026-11-21T21:51:10Z','','24828c4bd9eac2c35813eb44a8b1cf0f8ec9eff32f77a97acb42ca9f0458028d');
INSERT INTO "entry" VALUES('session/3',1,'session recorded','{"as_played":false,"edition":"1","record":"format = 1\ngame = \"quadropolis\"\nedition = \"1\"\nmode = \"classic\"\nstaffed = true\nseats = [\"p1\", \"p2\", \"p3\"]\nplayed = 2026-11-20\nmoves = \"\"\"\n*: lay HM HE P - HI V2 P F2 - TM T3 - S T2 - V1 T2 T1 F3 T1 - V0 S F1 F1\np1: take 1 west 2\np1: place A4\np2: take 1 west 4\np2: place A4\np3: take 3 west 3\np3: place C4\np1: take 4 east 5\np1: place D4\np2: take 3 south 1\np2: place C4\np3: take 4 north 2\np3: place D4\np1: take 2 east 3\np1: place B4\np2: take 4 south 5\np2: place C4\np3: take 2 east 4\np3: place B4\np1: take 3 west 1\np1: place C4\np2: take 2 north 1\np3: take 1 east 1\np3: place A4\n*: lay F1 V1 T2 T1 - HI T1 S S T2 HM F3 H2 V2 T3 - V0 F2 F2 TM - - P - P\np2: take 2 east 3\np2: place D2\np3: take 2 north 5\np3: place D4\np1: take 2 west 1\np1: place D2\np2: take 4 east 4\np2: place D4\np3: take 3 west 3\np3: place B3\np1: take 4 south 2\np1: place B4\np2: take 3 south 5\np2: place C4\np3: take 1 west 2\np3: place A3\np1: take 3 east 1\np1: place B4\np2: take 1 north 1\np2: place A3\np3: take 4 south 3\np3: place D3\np1: take 1 west 4\n*: lay TM T1 S V0 F2 V2 T2 HE F1 P F3 T3 S T2 P H2 P V1 - HI - - F2 - -\np2: take 3 east 3\np2: place B3\np3: take 3 north 2\np3: place D4\np1: take 2 north 1\np1: place B2\np2: take 4 east 1\np2: place C4\np3: take 2 south 5\np3: place A2\np1: take 4 east 2\np1: place B4\np2: take 2 south 3\np2: place B2\np3: take 4 west 3\np3: place D4\np1: take 3 west 1\np1: place D3\np2: take 1 west 4\np2: place A2\np3: take 1 north 5\np3: place A1\np1: take 1 south 1\n*: lay V1 - HE T2 T3 V0 F3 HM - - T2 F1 P P H3 T1 T1 F2 HI - V2 S S F2 -\np2: take 2 east 1\np2: place B4\np3: take 3 north 5\np3: place C3\np1: take 4 west 5\np1: place D1\np2: take 1 north 3\np2: place A1\np3: take 2 west 3\np3: place B2\np1: take 3 north 1\np1: place C3\np2: take 4 east 4\np2: place B4\np3: take 1 south 3\np3: place B1\np1: take 2 east 3\np1: place B3\np2: take 3 west 4\np2: discard\np3: take 4 north 4\np3: place D2\np1: take 1 south 2\np1: place C1\np1: staff C1:4 D1 B2 D2 A4 B4 D4\np1: done\np2: staff A1 A2 B2 D2 A3 B3:4 A4 B4 C4 D4\np2: done\np3: staff A1 B1:4 A2 B2 A3 B3 C3 D3:4 A4 B4 C4:1 D4\np3: done\n\"\"\"\n\n[names]\np1 = \"Anna\"\np2 = \"Ben\"\np3 = \"Chen\"\n\n[result]\np1 = 42\np2 = 48\np3 = 63\n"}','Anna','2026-11-21T21:51:12Z','','5472d171b0f91cbec924f28781f274c505c4c982526638dd3529b1ea2d2155ff');
INSERT INTO "entry" VALUES('session/4',1,'session recorded','{"as_played":true,"edition":"1","record":"format = 1\ngame = \"my-city\"\nedition = \"1\"\nmode = \"eternal\"\nseats = [\"eagle\", \"bear\"]\nplayed = 2026-11-14\nmoves = \"\"\"\n*: reveal B4\nbear: build B4@E7\neagle: build B4@E7\n*: reveal obstacle\n*: reveal C1\n*: reveal B6\neagle: build B6@E9\nbear: build B6@E9\n*: reveal Y8\neagle: build Y8@F5\nbear: build Y8@G6/1\n*: reveal B1\neagle: build B1@I6\nbear: build B1@I6\n*: reveal R1\neagle: build R1@E5/1\nbear: build R1@F5/1\n*: reveal Y6\nbear: build Y6@H4/2\neagle: build Y6@H4\n*: reveal Y5\nbear: build Y5@E3/1\neagle: build Y5@E3\n*: reveal Y1\neagle: build Y1@G8\nbear: build Y1@H2/1\n*: reveal R3\neagle: build R3@D6/3\nbear: build R3@F2/1\n*: reveal R5\neagle: build R5@A5\nbear: build R5@A3\n*: reveal B7\nbear: build B7@D10\neagle: build B7@A2/1\n*: reveal C3\neagle: build C3@C8/1\nbear: build C3@D6/1\n*: reveal C2\neagle: build C2@C10/2\nbear: build C2@B4\n*: reveal Y3\nbear: build Y3@E1/3\neagle: build Y3@D3/3\n*: reveal B8\nbear: build B8@A9/3\neagle: build B8@D1/2\n*: reveal Y7\neagle: build Y7@J2\nbear: pass\n*: reveal R7\nbear: pass\neagle: pass\n*: reveal R8\nbear: build R8@I1/1\neagle: build R8@A6/1\n*: reveal Y2\neagle: build Y2@H7\nbear: build Y2@E11\n*: reveal Y4\neagle: pass\nbear: pass\n*: reveal R6\nbear: build R6@A6\neagle: build R6@C1/1\n*: reveal B3\neagle: build B3@G1\nbear: build B3@I7/1\n*: reveal B2\nbear: pass\neagle: build B2@I1\n*: reveal R2\neagle: build R2@E11\nbear: build R2@A2\n*: reveal R4\nbear: quit\neagle: quit\n\"\"\"\n\n[names]\neagle = \"Anna\"\nbear = \"Ben\"\n\n[result]\neagle = 25\nbear = 11\n"}','Anna','2026-11-21T21:51:14Z','','f1ccf7c9e1b7c787993ed3c449a841da891e0c31cacb345d545423bd362fd8e2');
CREATE TABLE envelope (
	stream TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	digest TEXT NOT NULL, 
	opened INTEGER NOT NULL, 
	CONSTRAINT pk_envelope PRIMARY KEY (stream, number), 
	CONSTRAINT fk_envelope_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream)
);
INSERT INTO "envelope" VALUES('campaign/1',1,'7bf617a40e9b4938f974042a1b58e6b8834ca4894d9f2970e1e379c6e354a26b',2);
INSERT INTO "envelope" VALUES('campaign/1',2,'7976d56c1560902abfeaa830d1a5115b15f4cdbc48dc57cbfdb09613dc96a82f',0);
INSERT INTO "envelope" VALUES('campaign/1',3,'1da0bc7301abad77323b6997680ccb82f0f3522535d9c7507d850ee0d565b066',0);
INSERT INTO "envelope" VALUES('campaign/1',4,'405ddb1c6fd8c35945fcbcbfab04e773dc2f21581f6cf0f05b135fd690a44c87',0);
INSERT INTO "envelope" VALUES('campaign/1',5,'78357e063fda7064ff032c303c0f6e00a4d5a8c57cc23fba780dda2f78e24985',0);
INSERT INTO "envelope" VALUES('campaign/1',6,'7f7d4c93f5c95083dd074fbdc422ed78d7f47a81119ce8c8ecba6d1dde7b6b24',0);
INSERT INTO "envelope" VALUES('campaign/1',7,'27890698768629c59d61d7d246f4566506d18f8c567841b6a483c0bacfae4259',0);
INSERT INTO "envelope" VALUES('campaign/1',8,'4c35e486d7574e8fdba947b40329469015f1a061d34259639cb39762ca51de0c',0);
CREATE TABLE origin (
	stream TEXT NOT NULL, 
	sealed_as TEXT NOT NULL, 
	aside TEXT NOT NULL, 
	CONSTRAINT pk_origin PRIMARY KEY (stream)
);
CREATE TABLE pack (
	stream TEXT NOT NULL, 
	part TEXT NOT NULL, 
	name TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	CONSTRAINT pk_pack PRIMARY KEY (stream, part), 
	CONSTRAINT fk_pack_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream)
);
INSERT INTO "pack" VALUES('campaign/1','1','stand_in','7bf617a40e9b4938f974042a1b58e6b8834ca4894d9f2970e1e379c6e354a26b');
INSERT INTO "pack" VALUES('campaign/1','2','stand_in','7976d56c1560902abfeaa830d1a5115b15f4cdbc48dc57cbfdb09613dc96a82f');
INSERT INTO "pack" VALUES('campaign/1','3','stand_in','1da0bc7301abad77323b6997680ccb82f0f3522535d9c7507d850ee0d565b066');
INSERT INTO "pack" VALUES('campaign/1','4','stand_in','405ddb1c6fd8c35945fcbcbfab04e773dc2f21581f6cf0f05b135fd690a44c87');
INSERT INTO "pack" VALUES('campaign/1','5','stand_in','78357e063fda7064ff032c303c0f6e00a4d5a8c57cc23fba780dda2f78e24985');
INSERT INTO "pack" VALUES('campaign/1','6','stand_in','7f7d4c93f5c95083dd074fbdc422ed78d7f47a81119ce8c8ecba6d1dde7b6b24');
INSERT INTO "pack" VALUES('campaign/1','7','stand_in','27890698768629c59d61d7d246f4566506d18f8c567841b6a483c0bacfae4259');
INSERT INTO "pack" VALUES('campaign/1','8','stand_in','4c35e486d7574e8fdba947b40329469015f1a061d34259639cb39762ca51de0c');
INSERT INTO "pack" VALUES('campaign/1','box','stand_in','e8e8f5cb9a0aac88ef9d548efd8944c513185a0eecef6bcc8f56974a1c278f96');
CREATE TABLE player (
	stream TEXT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (stream, name), 
	CONSTRAINT fk_player_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream)
);
INSERT INTO "player" VALUES('campaign/1','Anna');
INSERT INTO "player" VALUES('campaign/1','Chen');
INSERT INTO "player" VALUES('campaign/1','Dora');
INSERT INTO "player" VALUES('campaign/1','Emil');
INSERT INTO "player" VALUES('campaign/1','Benno');
CREATE TABLE progress_mark (
	stream TEXT NOT NULL, 
	seat TEXT NOT NULL, 
	episode INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	amount INTEGER NOT NULL, 
	CONSTRAINT pk_progress_mark PRIMARY KEY (stream, seat, episode, reason), 
	CONSTRAINT fk_progress_mark_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream)
);
INSERT INTO "progress_mark" VALUES('campaign/1','bear',1,'second in episode 1',1);
INSERT INTO "progress_mark" VALUES('campaign/1','deer',1,'first in episode 1',2);
INSERT INTO "progress_mark" VALUES('campaign/1','eagle',2,'first in episode 2',2);
INSERT INTO "progress_mark" VALUES('campaign/1','wolf',2,'second in episode 2',1);
CREATE TABLE result (
	stream TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	seat TEXT NOT NULL, 
	score INTEGER NOT NULL, 
	replayed INTEGER, 
	rank INTEGER NOT NULL, 
	CONSTRAINT pk_result PRIMARY KEY (stream, number, seat), 
	CONSTRAINT fk_result_stream_number_session_log FOREIGN KEY(stream, number) REFERENCES session_log (stream, number)
);
INSERT INTO "result" VALUES('campaign/1',1,'eagle',2,2,4);
INSERT INTO "result" VALUES('campaign/1',1,'bear',6,6,2);
INSERT INTO "result" VALUES('campaign/1',1,'deer',6,6,1);
INSERT INTO "result" VALUES('campaign/1',1,'wolf',2,2,3);
INSERT INTO "result" VALUES('campaign/1',2,'eagle',3,3,1);
INSERT INTO "result" VALUES('campaign/1',2,'bear',-3,-3,3);
INSERT INTO "result" VALUES('campaign/1',2,'deer',-3,-3,4);
INSERT INTO "result" VALUES('campaign/1',2,'wolf',-3,-3,2);
INSERT INTO "result" VALUES('session/1',0,'eagle',23,23,1);
INSERT INTO "result" VALUES('session/1',0,'bear',11,11,2);
INSERT INTO "result" VALUES('session/2',0,'p1',4,4,1);
INSERT INTO "result" VALUES('session/2',0,'p2',3,3,2);
INSERT INTO "result" VALUES('session/2',0,'p3',0,0,3);
INSERT INTO "result" VALUES('session/3',0,'p1',42,42,3);
INSERT INTO "result" VALUES('session/3',0,'p2',48,48,2);
INSERT INTO "result" VALUES('session/3',0,'p3',63,63,1);
INSERT INTO "result" VALUES('session/4',0,'eagle',25,23,1);
INSERT INTO "result" VALUES('session/4',0,'bear',11,11,2);
CREATE TABLE session_log (
	stream TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	game TEXT NOT NULL, 
	edition TEXT NOT NULL, 
	pack TEXT NOT NULL, 
	played TEXT NOT NULL, 
	recorded_at TEXT NOT NULL, 
	verdict TEXT NOT NULL, 
	as_played INTEGER NOT NULL, 
	entry INTEGER NOT NULL, 
	record TEXT NOT NULL, 
	CONSTRAINT pk_session_log PRIMARY KEY (stream, number)
);
INSERT INTO "session_log" VALUES('campaign/1',1,'my-city','1','d96b0722e4246b09a951d4e962c2c8036b826fa7494aa22671fd9aff499017d5','2026-10-06','2026-11-21T21:50:33Z','verified',0,3,'format = 1
game = "my-city"
edition = "1"
episode = 1
seats = ["eagle", "bear", "deer", "wolf"]
played = 2026-10-06
moves = """
*: reveal B5
deer: build B5@E6/1
eagle: build B5@E6/1
wolf: build B5@E6/1
bear: build B5@E6/1
*: reveal B8
deer: build B8@F9/3
wolf: build B8@F9/3
bear: build B8@F9/3
eagle: build B8@F9/3
*: reveal R4
bear: build R4@D10
wolf: build R4@D10
eagle: build R4@C6
deer: build R4@F5
*: reveal R5
eagle: build R5@F6
wolf: build R5@F6
bear: build R5@F6
deer: build R5@E2/1
*: reveal B6
eagle: build B6@B7/2
bear: build B6@D4/1
wolf: build B6@D5/1
deer: build B6@I4/1
*: reveal Y6
wolf: build Y6@H4
deer: build Y6@D4/1
eagle: build Y6@B4/3
bear: build Y6@C6/2
*: reveal R8
bear: build R8@A8/3
eagle: build R8@E4/2
deer: build R8@G2/3
wolf: build R8@F7/2
*: reveal B1
deer: build B1@F7/1
eagle: build B1@A3
wolf: build B1@E5
bear: build B1@F8
*: reveal Y2
eagle: build Y2@H3/1
deer: build Y2@B3
bear: build Y2@B4/1
wolf: build Y2@F3
*: reveal Y7
eagle: build Y7@C3/1
wolf: build Y7@B7
bear: build Y7@B2/1
deer: build Y7@B4
*: reveal Y4
deer: build Y4@B6
bear: build Y4@H7
eagle: build Y4@D10
wolf: build Y4@A9
*: reveal R7
bear: build R7@I4
eagle: build R7@H7
wolf: build R7@F1
deer: build R7@B8
*: reveal Y8
bear: build Y8@E3/3
wolf: build Y8@B3
eagle: build Y8@F1/3
deer: build Y8@D1
*: reveal B7
eagle: build B7@D1/1
bear: build B7@F1
wolf: build B7@B5
deer: build B7@H7
*: reveal R6
deer: build R6@C10
bear: build R6@G3/3
eagle: build R6@A9
wolf: build R6@J1/3
*: reveal Y1
eagle: build Y1@F7/1
deer: build Y1@A2/1
bear: build Y1@A2/1
wolf: build Y1@A2/1
*: reveal B2
deer: build B2@J2/1
eagle: pass
bear: build B2@J1/1
wolf: pass
*: reveal R2
deer: build R2@I1
bear: pass
eagle: pass
wolf: pass
*: reveal B4
eagle: pass
deer: build B4@A10
bear: pass
wolf: pass
*: reveal Y3
eagle: build Y3@A10
wolf: build Y3@G4
bear: build Y3@C8/3
deer: build Y3@C1/3
*: reveal R1
wolf: build R1@G2
bear: build R1@C10/1
deer: build R1@J6/1
eagle: build R1@C10/1
*: reveal R3
eagle: build R3@I4/1
wolf: build R3@I7/1
deer: quit
bear: build R3@G2/2
*: reveal B3
bear: build B3@D1/1
wolf: build B3@D1/1
eagle: build B3@J2/1
*: reveal Y5
eagle: quit
bear: quit
wolf: quit
"""

[names]
eagle = "Anna"
bear = "Ben"
deer = "Chen"
wolf = "Dora"

[result]
eagle = 2
bear = 6
deer = 6
wolf = 2
');
INSERT INTO "session_log" VALUES('campaign/1',2,'my-city','1','d96b0722e4246b09a951d4e962c2c8036b826fa7494aa22671fd9aff499017d5','2026-10-20','2026-11-21T21:50:53Z','verified',0,15,'format = 1
game = "my-city"
edition = "1"
episode = 2
seats = ["eagle", "bear", "deer", "wolf"]
played = 2026-10-20
moves = """
*: reveal B1
deer: build B1@E7/1
bear: build B1@D8
eagle: build B1@D8
wolf: build B1@E7/1
*: reveal B8
eagle: build B8@E9/1
deer: build B8@E9/1
bear: build B8@A8/2
wolf: build B8@E5/2
*: reveal Y4
deer: build Y4@C10
wolf: build Y4@H6
eagle: build Y4@B8
bear: build Y4@E9
*: reveal Y2
eagle: build Y2@A8/1
wolf: build Y2@F8/1
bear: build Y2@C11
deer: build Y2@C7/1
*: reveal B2
eagle: build B2@F8
wolf: build B2@D5/1
bear: build B2@D5/1
deer: build B2@E6
*: reveal Y7
deer: build Y7@A8/1
wolf: build Y7@G3/1
bear: build Y7@F5
eagle: build Y7@A5/1
*: reveal B7
eagle: build B7@G5/1
bear: build B7@H5/1
wolf: build B7@B7
deer: build B7@H5/1
*: reveal Y3
wolf: build Y3@E3/1
bear: build Y3@H3/3
deer: build Y3@A10
eagle: build Y3@I6/2
*: reveal R4
eagle: build R4@C6
deer: build R4@B5
wolf: build R4@B5
bear: build R4@A10
*: reveal R8
eagle: build R8@C3/3
bear: build R8@F1/3
deer: build R8@G4
wolf: build R8@B3
*: reveal B4
wolf: build B4@E1
bear: build B4@B6
deer: build B4@F2
eagle: build B4@H4
*: reveal B5
eagle: build B5@E3
wolf: build B5@D11
bear: build B5@F8
deer: build B5@F8
*: reveal Y6
bear: build Y6@B4
wolf: build Y6@A9/3
deer: build Y6@A3
eagle: build Y6@C10
*: reveal B3
wolf: build B3@A2/1
bear: build B3@I4/1
deer: build B3@E1/3
eagle: build B3@E6/1
*: reveal Y8
bear: build Y8@A2/2
eagle: build Y8@D1
deer: pass
wolf: build Y8@H2/2
*: reveal R1
bear: build R1@E4/1
eagle: build R1@E5
deer: build R1@H2/1
wolf: build R1@D1/1
*: reveal R2
deer: build R2@E3/1
wolf: build R2@G8
bear: build R2@E1/1
eagle: build R2@J2/1
*: reveal R6
wolf: pass
bear: build R6@J1/3
eagle: build R6@B2/1
deer: build R6@D3/1
*: reveal R5
wolf: pass
bear: pass
eagle: pass
deer: build R5@J1/1
*: reveal R7
wolf: build R7@D9
eagle: pass
bear: pass
deer: pass
*: reveal B6
deer: pass
wolf: pass
bear: pass
eagle: pass
*: reveal Y1
wolf: build Y1@I4/1
eagle: build Y1@K1/1
bear: build Y1@F11
deer: build Y1@K1/1
*: reveal Y5
wolf: pass
bear: pass
deer: pass
eagle: pass
*: reveal R3
wolf: build R3@J1/2
eagle: build R3@B10/3
deer: quit
bear: build R3@A5/1
"""

[names]
eagle = "Anna"
bear = "Ben"
deer = "Chen"
wolf = "Dora"

[result]
eagle = 3
bear = -3
deer = -3
wolf = -3
');
INSERT INTO "session_log" VALUES('session/1',0,'my-city','1','','2026-11-14','2026-11-21T21:51:07Z','verified',0,1,'format = 1
game = "my-city"
edition = "1"
mode = "eternal"
seats = ["eagle", "bear"]
played = 2026-11-14
moves = """
*: reveal B4
bear: build B4@E7
eagle: build B4@E7
*: reveal obstacle
*: reveal C1
*: reveal B6
eagle: build B6@E9
bear: build B6@E9
*: reveal Y8
eagle: build Y8@F5
bear: build Y8@G6/1
*: reveal B1
eagle: build B1@I6
bear: build B1@I6
*: reveal R1
eagle: build R1@E5/1
bear: build R1@F5/1
*: reveal Y6
bear: build Y6@H4/2
eagle: build Y6@H4
*: reveal Y5
bear: build Y5@E3/1
eagle: build Y5@E3
*: reveal Y1
eagle: build Y1@G8
bear: build Y1@H2/1
*: reveal R3
eagle: build R3@D6/3
bear: build R3@F2/1
*: reveal R5
eagle: build R5@A5
bear: build R5@A3
*: reveal B7
bear: build B7@D10
eagle: build B7@A2/1
*: reveal C3
eagle: build C3@C8/1
bear: build C3@D6/1
*: reveal C2
eagle: build C2@C10/2
bear: build C2@B4
*: reveal Y3
bear: build Y3@E1/3
eagle: build Y3@D3/3
*: reveal B8
bear: build B8@A9/3
eagle: build B8@D1/2
*: reveal Y7
eagle: build Y7@J2
bear: pass
*: reveal R7
bear: pass
eagle: pass
*: reveal R8
bear: build R8@I1/1
eagle: build R8@A6/1
*: reveal Y2
eagle: build Y2@H7
bear: build Y2@E11
*: reveal Y4
eagle: pass
bear: pass
*: reveal R6
bear: build R6@A6
eagle: build R6@C1/1
*: reveal B3
eagle: build B3@G1
bear: build B3@I7/1
*: reveal B2
bear: pass
eagle: build B2@I1
*: reveal R2
eagle: build R2@E11
bear: build R2@A2
*: reveal R4
bear: quit
eagle: quit
"""

[names]
eagle = "Anna"
bear = "Ben"

[result]
eagle = 23
bear = 11
');
INSERT INTO "session_log" VALUES('session/2',0,'machi-koro','1','','2026-11-21','2026-11-21T21:51:10Z','verified',0,1,'format = 1
game = "machi-koro"
edition = "1"
seats = ["p1", "p2", "p3"]
played = 2026-11-21
moves = """
*: dice 1
p1: build ranch
*: dice 2
p2: build ranch
*: dice 2
p3: build cafe
*: dice 2
p1: build bakery
*: dice 2
p2: build ranch
*: dice 2
p3: build bakery
*: dice 2
p1: build convenience_store
*: dice 2
p2: build ranch
*: dice 3
p3: build bakery
*: dice 4
p1: build convenience_store
*: dice 2
p2: build train_station
*: dice 2
p3: build bakery
*: dice 4
p1: build convenience_store
p2: roll 1
*: dice 2
p2: build cheese_factory
*: dice 2
p3: build convenience_store
*: dice 4
p1: build business_center
p2: roll 2
*: dice 3 4
p2: build shopping_mall
*: dice 4
p3: build stadium
*: dice 4
p1: build train_station
p2: roll 2
*: dice 3 4
p2: build amusement_park
*: dice 6
p3: build ranch
p1: roll 1
*: dice 6
p1: swap wheat_field p2 cheese_factory
p1: build shopping_mall
p2: roll 2
*: dice 3 4
p2: build forest
*: dice 3
p3: build wheat_field
p1: roll 2
*: dice 3 4
p1: pass
p2: roll 2
*: dice 3 4
p2: pass
*: dice 6
p3: pass
p1: roll 1
*: dice 4
p1: build amusement_park
p2: roll 2
*: dice 2 5
p2: build wheat_field
*: dice 3
p3: build cafe
p1: roll 1
*: dice 4
p1: build radio_tower
"""

[coins]
p1 = 0
p2 = 2
p3 = 17

[names]
p1 = "Anna"
p2 = "Ben"
p3 = "Chen"

[result]
p1 = 4
p2 = 3
p3 = 0
');
INSERT INTO "session_log" VALUES('session/3',0,'quadropolis','1','','2026-11-20','2026-11-21T21:51:12Z','verified',0,1,'format = 1
game = "quadropolis"
edition = "1"
mode = "classic"
staffed = true
seats = ["p1", "p2", "p3"]
played = 2026-11-20
moves = """
*: lay HM HE P - HI V2 P F2 - TM T3 - S T2 - V1 T2 T1 F3 T1 - V0 S F1 F1
p1: take 1 west 2
p1: place A4
p2: take 1 west 4
p2: place A4
p3: take 3 west 3
p3: place C4
p1: take 4 east 5
p1: place D4
p2: take 3 south 1
p2: place C4
p3: take 4 north 2
p3: place D4
p1: take 2 east 3
p1: place B4
p2: take 4 south 5
p2: place C4
p3: take 2 east 4
p3: place B4
p1: take 3 west 1
p1: place C4
p2: take 2 north 1
p3: take 1 east 1
p3: place A4
*: lay F1 V1 T2 T1 - HI T1 S S T2 HM F3 H2 V2 T3 - V0 F2 F2 TM - - P - P
p2: take 2 east 3
p2: place D2
p3: take 2 north 5
p3: place D4
p1: take 2 west 1
p1: place D2
p2: take 4 east 4
p2: place D4
p3: take 3 west 3
p3: place B3
p1: take 4 south 2
p1: place B4
p2: take 3 south 5
p2: place C4
p3: take 1 west 2
p3: place A3
p1: take 3 east 1
p1: place B4
p2: take 1 north 1
p2: place A3
p3: take 4 south 3
p3: place D3
p1: take 1 west 4
*: lay TM T1 S V0 F2 V2 T2 HE F1 P F3 T3 S T2 P H2 P V1 - HI - - F2 - -
p2: take 3 east 3
p2: place B3
p3: take 3 north 2
p3: place D4
p1: take 2 north 1
p1: place B2
p2: take 4 east 1
p2: place C4
p3: take 2 south 5
p3: place A2
p1: take 4 east 2
p1: place B4
p2: take 2 south 3
p2: place B2
p3: take 4 west 3
p3: place D4
p1: take 3 west 1
p1: place D3
p2: take 1 west 4
p2: place A2
p3: take 1 north 5
p3: place A1
p1: take 1 south 1
*: lay V1 - HE T2 T3 V0 F3 HM - - T2 F1 P P H3 T1 T1 F2 HI - V2 S S F2 -
p2: take 2 east 1
p2: place B4
p3: take 3 north 5
p3: place C3
p1: take 4 west 5
p1: place D1
p2: take 1 north 3
p2: place A1
p3: take 2 west 3
p3: place B2
p1: take 3 north 1
p1: place C3
p2: take 4 east 4
p2: place B4
p3: take 1 south 3
p3: place B1
p1: take 2 east 3
p1: place B3
p2: take 3 west 4
p2: discard
p3: take 4 north 4
p3: place D2
p1: take 1 south 2
p1: place C1
p1: staff C1:4 D1 B2 D2 A4 B4 D4
p1: done
p2: staff A1 A2 B2 D2 A3 B3:4 A4 B4 C4 D4
p2: done
p3: staff A1 B1:4 A2 B2 A3 B3 C3 D3:4 A4 B4 C4:1 D4
p3: done
"""

[names]
p1 = "Anna"
p2 = "Ben"
p3 = "Chen"

[result]
p1 = 42
p2 = 48
p3 = 63
');
INSERT INTO "session_log" VALUES('session/4',0,'my-city','1','','2026-11-14','2026-11-21T21:51:14Z','result differs',1,1,'format = 1
game = "my-city"
edition = "1"
mode = "eternal"
seats = ["eagle", "bear"]
played = 2026-11-14
moves = """
*: reveal B4
bear: build B4@E7
eagle: build B4@E7
*: reveal obstacle
*: reveal C1
*: reveal B6
eagle: build B6@E9
bear: build B6@E9
*: reveal Y8
eagle: build Y8@F5
bear: build Y8@G6/1
*: reveal B1
eagle: build B1@I6
bear: build B1@I6
*: reveal R1
eagle: build R1@E5/1
bear: build R1@F5/1
*: reveal Y6
bear: build Y6@H4/2
eagle: build Y6@H4
*: reveal Y5
bear: build Y5@E3/1
eagle: build Y5@E3
*: reveal Y1
eagle: build Y1@G8
bear: build Y1@H2/1
*: reveal R3
eagle: build R3@D6/3
bear: build R3@F2/1
*: reveal R5
eagle: build R5@A5
bear: build R5@A3
*: reveal B7
bear: build B7@D10
eagle: build B7@A2/1
*: reveal C3
eagle: build C3@C8/1
bear: build C3@D6/1
*: reveal C2
eagle: build C2@C10/2
bear: build C2@B4
*: reveal Y3
bear: build Y3@E1/3
eagle: build Y3@D3/3
*: reveal B8
bear: build B8@A9/3
eagle: build B8@D1/2
*: reveal Y7
eagle: build Y7@J2
bear: pass
*: reveal R7
bear: pass
eagle: pass
*: reveal R8
bear: build R8@I1/1
eagle: build R8@A6/1
*: reveal Y2
eagle: build Y2@H7
bear: build Y2@E11
*: reveal Y4
eagle: pass
bear: pass
*: reveal R6
bear: build R6@A6
eagle: build R6@C1/1
*: reveal B3
eagle: build B3@G1
bear: build B3@I7/1
*: reveal B2
bear: pass
eagle: build B2@I1
*: reveal R2
eagle: build R2@E11
bear: build R2@A2
*: reveal R4
bear: quit
eagle: quit
"""

[names]
eagle = "Anna"
bear = "Ben"

[result]
eagle = 25
bear = 11
');
CREATE TABLE setting (
	author TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_setting PRIMARY KEY (author, "key")
);
INSERT INTO "setting" VALUES('campaign/1','secret of the seals','9b09f71014a2d6b19f542e3e46d9cc75bf64182a0660fe3f253bab0b76223230');
INSERT INTO "setting" VALUES('Anna','campaign in use','Tuesday');
CREATE TABLE "sticker" (
	stream TEXT NOT NULL, 
	entry INTEGER NOT NULL, 
	seat TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	square TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	CONSTRAINT pk_sticker PRIMARY KEY (stream, entry, seat, kind, square), 
	CONSTRAINT fk_sticker_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream)
);
INSERT INTO "sticker" VALUES('campaign/1',4,'eagle','tree','G1','other in episode 1');
INSERT INTO "sticker" VALUES('campaign/1',5,'deer','rock','F11','first in episode 1');
INSERT INTO "sticker" VALUES('campaign/1',6,'wolf','tree','G1','other in episode 1');
INSERT INTO "sticker" VALUES('campaign/1',7,'eagle','well','F7','before episode 2');
INSERT INTO "sticker" VALUES('campaign/1',8,'bear','well','F7','before episode 2');
INSERT INTO "sticker" VALUES('campaign/1',9,'deer','well','F7','before episode 2');
INSERT INTO "sticker" VALUES('campaign/1',10,'wolf','well','F7','before episode 2');
INSERT INTO "sticker" VALUES('campaign/1',16,'eagle','rock','F11','first in episode 2');
INSERT INTO "sticker" VALUES('campaign/1',17,'bear','tree','G1','other in episode 2');
INSERT INTO "sticker" VALUES('campaign/1',18,'deer','tree','G1','other in episode 2');
CREATE TABLE tenure (
	stream TEXT NOT NULL, 
	seat TEXT NOT NULL, 
	since INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	until INTEGER NOT NULL, 
	CONSTRAINT pk_tenure PRIMARY KEY (stream, seat, since), 
	CONSTRAINT fk_tenure_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream)
);
INSERT INTO "tenure" VALUES('campaign/1','eagle',1,'Anna',0);
INSERT INTO "tenure" VALUES('campaign/1','bear',1,'Benno',0);
INSERT INTO "tenure" VALUES('campaign/1','deer',1,'Chen',19);
INSERT INTO "tenure" VALUES('campaign/1','wolf',1,'Dora',12);
INSERT INTO "tenure" VALUES('campaign/1','wolf',13,'Emil',0);
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER entry_follows BEFORE INSERT ON entry
    WHEN new.seq <> 1 + coalesce((SELECT max(seq) FROM entry WHERE stream = new.stream), 0)
      OR new.previous_hash <> coalesce(
           (SELECT hash FROM entry WHERE stream = new.stream ORDER BY seq DESC LIMIT 1), '')
    BEGIN SELECT RAISE(ABORT, 'an entry follows the last one of its stream'); END;
COMMIT;
