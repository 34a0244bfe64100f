"""The table on phones: a server on the local network for one evening."""

from campaign.extras.extra import Extra

EXTRA = Extra("phones")
